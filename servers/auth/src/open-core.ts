/** Opening of the core over its store, for the server and the commands. */

import { join } from "node:path";

import {
  authCollections,
  createAuthCore,
  type AuthCore,
  type AuthCoreOptions,
  type WebhookOptions,
} from "@bourse/auth-core";
import { createMasterKeySource, type MasterKeyPlace } from "@bourse/credentials/master-key-file";
import { loginSettingsOf, loginThrottleCounter, meterStore, type Metrics } from "@bourse/http";
import { systemClock, type ClosingStack, type Store } from "@bourse/kernel";
import { openWebhookOptions } from "@bourse/outbox/webhooks";
import { openStore, storeWatermark } from "@bourse/store";

import { type AuthEnvironment, rolesIn } from "./environment.ts";
import { openMail } from "./mail.ts";
import { openProviders } from "./openid.ts";
import { passkeysOf } from "./passkeys.ts";

/** A core over an open store. */
export interface OpenedCore {
  /** Core over the store. */
  readonly core: AuthCore;
  /** The open store. */
  readonly store: Store;
}

/** Parts of the core that tests may replace. */
export type AuthCoreParts = Pick<AuthCoreOptions, "clock" | "hasher" | "onAuditFault" | "mail"> & {
  /** Options that watch the deliveries of webhooks. */
  readonly watch?: Pick<WebhookOptions, "onFailure" | "metrics">;
};

/** Schema of the store in a database that other servers use as well. */
export const STORE_SCHEMA = "auth";

/** URL of the store; may contain credentials. */
export function storeUrl(config: AuthEnvironment): string {
  return config.AUTH_STORE_URL ?? config.STORE_URL ?? `sqlite:${join(config.DATA_DIR, "auth.db")}`;
}

/**
 * Opens store and core; both are closed when `opened` is closed.
 *
 * @throws StoreError STORE_LOCKED when another process has opened the data, STORE_CORRUPT, STORE_URL_INVALID;
 * CredentialsError SIGNING_KEYS_UNREADABLE, MASTER_KEY_FILE_INVALID, MASTER_KEY_MISSING;
 * OutboxError SMTP_URL_INVALID, NODEMAILER_MISSING; HttpError ENVIRONMENT_INVALID
 */
export async function openAuthCore(
  config: AuthEnvironment,
  opened: ClosingStack,
  warn: (message: string) => void,
  parts: AuthCoreParts = {},
  metrics?: Metrics,
): Promise<OpenedCore> {
  // The store is opened first: its lock keeps a second process from the key file too.
  const masterKey = createMasterKeySource({ ...masterKeyPlace(config), warn });
  const bare = await openStore(storeUrl(config), {
    collections: authCollections,
    schema: STORE_SCHEMA,
    warn,
    checksumKey: masterKey.find,
    poolSize: config.POOL_SIZE,
    processClock: systemClock,
    clock: parts.clock,
  });
  opened.push(() => bare.close());
  const store = meterStore(bare, metrics);
  const { key } = masterKey.found();
  const mail = parts.mail ?? (await openMail(config, opened, () => undefined));
  const { watch, ...rest } = parts;
  const webhooks = openWebhookOptions(config, opened);
  const watermark = storeWatermark(storeUrl(config));
  const besides = watermark === undefined ? {} : { watermark };
  const openId = await openProviders(config);
  const core = await createAuthCore({
    store,
    masterKey: key,
    issuer: config.AUTH_ISSUER,
    audience: config.AUTH_AUDIENCE,
    algorithm: config.AUTH_ALGORITHM,
    ...loginSettingsOf(config),
    onThrottled: loginThrottleCounter(metrics),
    registration: config.REGISTRATION,
    roles: config.ACCOUNT_ROLES === undefined ? undefined : rolesIn(config.ACCOUNT_ROLES),
    rememberedDeviceDays: config.REMEMBERED_DEVICE_DAYS,
    deletionWaitDays: config.DELETION_WAIT_DAYS,
    keysPerAccount: config.KEYS_PER_ACCOUNT,
    keyExpiryNoticeDays: config.KEY_EXPIRY_NOTICE_DAYS,
    deploymentsPerAccount: config.DEPLOYMENTS_PER_ACCOUNT,
    transactionsPerAccount: config.TRANSACTIONS_PER_ACCOUNT,
    passkeys: passkeysOf(config),
    ...rest,
    mail: { ...mail, ...besides },
    ...(openId === undefined ? {} : { openId }),
    ...(webhooks === undefined ? {} : { webhooks: { ...webhooks, ...besides, ...watch } }),
  });
  opened.push(() => core.close());
  return { core, store };
}

/** Location of the master key: in a variable, or in a file of the data folder. */
export function masterKeyPlace(config: AuthEnvironment): MasterKeyPlace {
  const variable = "AUTH_MASTER_KEY";
  return { given: config[variable], path: join(config.DATA_DIR, "auth.key"), variable };
}
