/** Opens the core and its store, for the server and its commands. */

import { join } from "node:path";

import { createMasterKeySource, type MasterKeyPlace } from "@bourse/credentials/master-key-file";
import {
  createCurationCore,
  createEthCall,
  curationCollections,
  type CurationCore,
  type CurationCoreOptions,
  type WebhookOptions,
} from "@bourse/curation-core";
import { createEnsNames } from "@bourse/curation-core/ens-names";
import { loginSettingsOf, loginThrottleCounter, meterStore, type Metrics } from "@bourse/http";
import { systemClock, type ClosingStack, type Store } from "@bourse/kernel";
import { openWebhookOptions } from "@bourse/outbox/webhooks";
import { openStore, storeWatermark } from "@bourse/store";

import type { CurationEnvironment } from "./environment.ts";
import { openMail } from "./mail.ts";
import { openProviders } from "./openid.ts";
import { passkeysOf } from "./passkeys.ts";
import { sitesOf } from "./sites.ts";

/** A core over an open store. */
export interface OpenedCore {
  /** Core over the store. */
  readonly core: CurationCore;
  /** The open store. */
  readonly store: Store;
}

/** Parts of the core that a program may replace. */
export type CoreParts = Pick<
  CurationCoreOptions,
  "clock" | "hasher" | "mail" | "onAuditFault" | "scorer" | "walletVerifier"
> & {
  /** Options that watch the deliveries of webhooks. */
  readonly watch?: Pick<WebhookOptions, "onFailure" | "metrics">;
};

/** Schema of the store in a database that other servers use as well. */
export const STORE_SCHEMA = "curation";

/** The URL of the store; it may contain credentials. */
export function storeUrl(config: CurationEnvironment): string {
  const fallback = `sqlite:${join(config.DATA_DIR, "curation.db")}`;
  return config.CURATION_STORE_URL ?? config.STORE_URL ?? fallback;
}

/**
 * Opens store and core, and pushes their closing on `opened`.
 *
 * @throws StoreError STORE_LOCKED when another process has the data, STORE_CORRUPT, STORE_URL_INVALID;
 * CredentialsError SIGNING_KEYS_UNREADABLE; OutboxError SMTP_URL_INVALID, NODEMAILER_MISSING; HttpError
 * ENVIRONMENT_INVALID
 */
export async function openCurationCore(
  config: CurationEnvironment,
  opened: ClosingStack,
  warn: (message: string) => void,
  parts: CoreParts = {},
  metrics?: Metrics,
): Promise<OpenedCore> {
  // The store is opened first: its lock also protects the key file against a second process.
  const masterKey = createMasterKeySource({ ...masterKeyPlace(config), warn });
  const bare = await openStore(storeUrl(config), {
    collections: curationCollections,
    schema: STORE_SCHEMA,
    warn,
    checksumKey: masterKey.find,
    poolSize: config.POOL_SIZE,
    processClock: systemClock,
    clock: parts.clock,
  });
  opened.push(() => bare.close());
  const store = meterStore(bare, metrics);
  const mail = parts.mail ?? (await openMail(config, opened, () => undefined));
  const { watch, ...rest } = parts;
  const webhooks = openWebhookOptions(config, opened);
  const openId = await openProviders(config);
  const watermark = storeWatermark(storeUrl(config));
  const besides = watermark === undefined ? {} : { watermark };
  const core = await createCurationCore({
    store,
    masterKey: masterKey.found().key,
    ...sitesOf(config),
    chainId: config.CURATION_CHAIN_ID,
    solanaChain: config.CURATION_SOLANA_CHAIN,
    requireWalletProof: asksForProof(config),
    adminWallets: config.ADMIN_WALLETS,
    adminEmails: config.ADMIN_EMAILS,
    adminByVerifiedEmail: config.ADMIN_BY_VERIFIED_EMAIL === "yes",
    fourEyes: config.FOUR_EYES_STRICT ? "strict" : "admins-excepted",
    claimMinutes: config.CLAIM_MINUTES,
    resolutionRounds: config.RESOLUTION_ROUNDS,
    openDraftsPerAuthor: config.OPEN_DRAFTS_PER_AUTHOR,
    nonceSeconds: config.NONCE_SECONDS,
    noncesPerMinute: config.NONCES_PER_MINUTE,
    rememberedDeviceDays: config.REMEMBERED_DEVICE_DAYS,
    deletionWaitDays: config.DELETION_WAIT_DAYS,
    recoveryWaitHours: config.RECOVERY_WAIT_HOURS,
    ...loginSettingsOf(config),
    onThrottled: loginThrottleCounter(metrics),
    ...(config.ETH_RPC_URL === undefined ? {} : { ethCall: createEthCall(config.ETH_RPC_URL) }),
    ...(config.ENS_RPC_URL === undefined
      ? {}
      : { walletNames: createEnsNames(config.ENS_RPC_URL) }),
    passkeys: passkeysOf(config),
    ...(openId === undefined ? {} : { openId }),
    ...(webhooks === undefined ? {} : { webhooks: { ...webhooks, ...besides, ...watch } }),
    ...rest,
    mail: { ...mail, ...besides },
  });
  opened.push(() => core.close());
  return { core, store };
}

/** Location of the master key: in a variable, or in a file of the data folder. */
export function masterKeyPlace(config: CurationEnvironment): MasterKeyPlace {
  const variable = "CURATION_MASTER_KEY";
  return { given: config[variable], path: join(config.DATA_DIR, "curation.key"), variable };
}

function asksForProof({ REQUIRE_WALLET_PROOF: asked, NODE_ENV }: CurationEnvironment): boolean {
  return asked === "auto" ? NODE_ENV === "production" : asked === "true";
}
