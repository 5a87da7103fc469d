/** Alerts of the server to its operator, as its settings have them. */

import { join } from "node:path";

import { createMasterKeySource } from "@bourse/credentials/master-key-file";
import {
  KernelError,
  type ClosingStack,
  type Instruments,
  type Logger,
  type Store,
} from "@bourse/kernel";
import { hkdfSha256 } from "@bourse/kernel/platform";
import { createSmtpSender } from "@bourse/outbox/mail";
import { storeWatermark } from "@bourse/store";
import {
  mailChannel,
  openAlerts,
  telegramChannel,
  type AlertChannel,
  type AlertKind,
  type ServiceParts,
} from "@bourse/trading-core/process";

import type { BacktestEnvironment } from "./environment.ts";
import { partsOf } from "./roles.ts";
import { storeUrl } from "./store-url.ts";

const KEY_BYTES = 32;

/** Passes when the settings of alerts go together. @throws KernelError OPTION_INVALID */
export function checkAlerts(config: BacktestEnvironment): void {
  const { ALERT_MAIL_TO, SMTP_URL, MAIL_FROM } = config;
  const { ALERT_TELEGRAM_TOKEN: token, ALERT_TELEGRAM_CHAT: chat } = config;
  if (ALERT_MAIL_TO !== undefined && (SMTP_URL === undefined || MAIL_FROM === undefined)) {
    throw refused("ALERT_MAIL_TO", "needs SMTP_URL and MAIL_FROM");
  }
  if ((token === undefined) !== (chat === undefined)) {
    throw refused("ALERT_TELEGRAM_TOKEN", "and ALERT_TELEGRAM_CHAT are set together");
  }
  if (token !== undefined && chat !== undefined) {
    try {
      telegramChannel({ token, chat });
    } catch {
      throw refused(
        "ALERT_TELEGRAM_TOKEN",
        "or ALERT_TELEGRAM_CHAT has another form: 123456:ABC…, -1001234567890",
      );
    }
  }
  const isSet = ALERT_MAIL_TO !== undefined || token !== undefined;
  if (isSet && partsOf(config).isShared && config.BACKTEST_MASTER_KEY === undefined) {
    throw refused("BACKTEST_MASTER_KEY", "is needed for alerts of processes that share a store");
  }
}

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
  const channels = await openChannels(config, opened);
  if (channels.length === 0) return;
  const { ALERT_EVENTS, ALERT_QUIET_HOURS: quietHours, ALERT_MAX_PER_HOUR, APP_NAME } = config;
  const watermark = storeWatermark(storeUrl(config));
  const alerts = openAlerts({
    store,
    key: await alertKey(config, logger),
    channels,
    ...(ALERT_EVENTS.length > 0 && { kinds: ALERT_EVENTS as readonly AlertKind[] }),
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

async function openChannels(
  config: BacktestEnvironment,
  opened: ClosingStack,
): Promise<readonly AlertChannel[]> {
  const { ALERT_MAIL_TO: to, SMTP_URL: url, MAIL_FROM: from } = config;
  const {
    ALERT_TELEGRAM_TOKEN: token,
    ALERT_TELEGRAM_CHAT: chat,
    ALERT_TELEGRAM_HOST: host,
  } = config;
  const channels: AlertChannel[] = [];
  if (to !== undefined && url !== undefined && from !== undefined) {
    const sender = await createSmtpSender({ url, from });
    opened.push(async () => sender.close());
    channels.push(mailChannel(sender, to));
  }
  if (token !== undefined && chat !== undefined) {
    channels.push(telegramChannel({ token, chat, ...(host !== undefined && { host }) }));
  }
  return channels;
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

function refused(variable: string, what: string): KernelError {
  return new KernelError("OPTION_INVALID", `${variable} ${what}.`, {
    details: { option: variable },
  });
}
