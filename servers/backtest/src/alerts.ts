/** Alerts of the server to its operator, as its settings have them. */

import { join } from "node:path";

import { createMasterKeySource } from "@bourse/credentials/master-key-file";
import type { ClosingStack, Instruments, Logger, Store } from "@bourse/kernel";
import { hkdfSha256 } from "@bourse/kernel/platform";
import { storeWatermark } from "@bourse/store";
import { openAlerts, type AlertKind, type ServiceParts } from "@bourse/trading-core/process";

import { openAlertChannels } from "./alert-channels.ts";
import { readAlertTexts } from "./alert-texts.ts";
import type { BacktestEnvironment } from "./environment.ts";
import { storeUrl } from "./store-url.ts";

const KEY_BYTES = 32;

/**
 * Starts the alerts that are set, until `opened` is closed. The store is open: its lock guards the file of the key.
 *
 * @throws OutboxError SMTP_URL_INVALID, NODEMAILER_MISSING; CredentialsError MASTER_KEY_FILE_INVALID
 */
export async function startAlerts(
  config: BacktestEnvironment,
  parts: Pick<ServiceParts, "api">,
  store: Store,
  opened: ClosingStack,
  logger: Logger,
  metrics?: Instruments,
): Promise<void> {
  if (!parts.api) return;
  const channels = await openAlertChannels(config, opened);
  if (channels.length === 0) return;
  const { ALERT_EVENTS, ALERT_QUIET_HOURS: quietHours, ALERT_MAX_PER_HOUR, APP_NAME } = config;
  const watermark = storeWatermark(storeUrl(config));
  const alerts = openAlerts({
    store,
    key: await alertKey(config, logger),
    channels,
    ...(ALERT_EVENTS.length > 0 && { kinds: ALERT_EVENTS as readonly AlertKind[] }),
    texts: readAlertTexts(config.ALERT_TEXTS_FILE),
    ...(quietHours !== undefined && { quietHours }),
    maxPerHour: ALERT_MAX_PER_HOUR,
    service: APP_NAME,
    ...(watermark !== undefined && { watermark }),
    metrics,
    onError: (error) => logger.warn({ err: error }, "an alert was not sent"),
  });
  opened.push(() => alerts.close());
  await alerts.start();
}

async function alertKey(config: BacktestEnvironment, logger: Logger): Promise<Uint8Array> {
  const source = createMasterKeySource({
    given: config.BACKTEST_MASTER_KEY,
    path: join(config.DATA_DIR, "backtest.key"),
    variable: "BACKTEST_MASTER_KEY",
    warn: (message) => logger.info({}, message),
  });
  await source.find({ isNew: true });
  return hkdfSha256(source.found().key, "bourse alerts", KEY_BYTES);
}
