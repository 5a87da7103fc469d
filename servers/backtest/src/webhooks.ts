/** Webhooks of the server, as its settings have them. */

import { join } from "node:path";

import { createMasterKeySource } from "@bourse/credentials/master-key-file";
import type { ClosingStack, Instruments, Logger } from "@bourse/kernel";
import { hkdfSha256 } from "@bourse/kernel/platform";
import { openWebhookOptions, watchWebhooks } from "@bourse/outbox/webhooks";
import { storeWatermark } from "@bourse/store";
import type { ServiceWebhookOptions } from "@bourse/trading-core";
import type { ServiceParts } from "@bourse/trading-core/process";

import type { BacktestEnvironment } from "./environment.ts";
import { storeUrl } from "./store-url.ts";

const KEY_BYTES = 32;

/**
 * The option `webhooks` of the service; undefined where none are sent: with WEBHOOKS=off, and by processes that share a
 * store without a key that they share. The store is open: its lock guards the file of the key too.
 *
 * @throws CredentialsError MASTER_KEY_FILE_INVALID
 */
export async function openWebhooks(
  config: BacktestEnvironment,
  parts: Pick<ServiceParts, "isShared">,
  opened: ClosingStack,
  logger: Logger,
  metrics?: Instruments,
): Promise<ServiceWebhookOptions | undefined> {
  const { BACKTEST_MASTER_KEY: given, DATA_DIR } = config;
  if (parts.isShared && given === undefined) return undefined;
  const options = openWebhookOptions(config, opened);
  if (options === undefined) return undefined;
  const source = createMasterKeySource({
    given,
    path: join(DATA_DIR, "backtest.key"),
    variable: "BACKTEST_MASTER_KEY",
    warn: (message) => logger.info({}, message),
  });
  // A store without its key goes on: only the webhooks that are in it have to be made anew.
  await source.find({ isNew: true });
  const key = hkdfSha256(source.found().key, "bourse webhooks", KEY_BYTES);
  const watermark = storeWatermark(storeUrl(config));
  const besides = watermark === undefined ? {} : { watermark };
  return { ...options, ...besides, ...watchWebhooks(logger, metrics), key };
}
