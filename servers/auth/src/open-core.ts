/** The core over its store, as the server and the commands open it. */

import { join } from "node:path";

import {
  authCollections,
  createAuthCore,
  type AuthCore,
  type AuthCoreOptions,
} from "@bourse/auth-core";
import { findMasterKey, signingKeys } from "@bourse/credentials";
import type { ClosingStack } from "@bourse/http";
import type { Store } from "@bourse/kernel";
import { openStore } from "@bourse/store";

import type { AuthEnvironment } from "./environment.ts";

export interface OpenedCore {
  readonly core: AuthCore;
  /** The file whose master key was made just now; null when there was one. */
  readonly madeKeyFile: string | null;
}

/** What may be handed in beside the environment. */
export type AuthServerParts = Pick<AuthCoreOptions, "clock" | "hasher">;

/** Where the data is; may hold credentials. */
export function storeUrl(config: AuthEnvironment): string {
  return config.AUTH_STORE_URL ?? config.STORE_URL ?? `lowdb:${join(config.DATA_DIR, "auth.json")}`;
}

/**
 * Opens store and core, and leaves their closing on `opened`.
 *
 * @throws StoreError STORE_LOCKED when another process has the data, STORE_CORRUPT, STORE_URL_INVALID; CredentialsError;
 * CredentialsError SIGNING_KEYS_UNREADABLE
 */
export async function openAuthCore(
  config: AuthEnvironment,
  opened: ClosingStack,
  warn: (message: string) => void,
  parts: AuthServerParts = {},
): Promise<OpenedCore> {
  // The store comes first: its lock keeps a second process away from the key file too.
  const store = await openStore(storeUrl(config), { collections: authCollections, warn });
  opened.push(() => store.close());
  const { masterKey, madeKeyFile } = await masterKeyFor(config, store, warn);
  const core = await createAuthCore({
    store,
    masterKey,
    issuer: config.AUTH_ISSUER,
    audience: config.AUTH_AUDIENCE,
    algorithm: config.AUTH_ALGORITHM,
    accessTokenTtlSeconds: config.ACCESS_TOKEN_TTL_SECONDS,
    sessionIdleSeconds: config.SESSION_IDLE_SECONDS,
    sessionAbsoluteSeconds: config.SESSION_ABSOLUTE_SECONDS,
    loginFailuresPerAccount: config.LOGIN_FAILURES_PER_ACCOUNT,
    loginFailuresPerAddress: config.LOGIN_FAILURES_PER_ADDRESS,
    loginWindowSeconds: config.LOGIN_WINDOW_SECONDS,
    registrationsPerHour: config.REGISTRATIONS_PER_HOUR,
    ...parts,
  });
  opened.push(() => core.close());
  return { core, madeKeyFile };
}

async function masterKeyFor(
  config: AuthEnvironment,
  store: Store,
  warn: (message: string) => void,
): Promise<{ readonly masterKey: Uint8Array; readonly madeKeyFile: string | null }> {
  if (config.AUTH_MASTER_KEY !== undefined) {
    return { masterKey: config.AUTH_MASTER_KEY, madeKeyFile: null };
  }
  const path = join(config.DATA_DIR, "auth.key");
  const isNew = (await store.count(signingKeys)) === 0;
  const { key, made, exposed } = await findMasterKey(path, isNew, "set AUTH_MASTER_KEY");
  if (made) {
    warn(`made a master key in ${path}: keep a copy, without it the signing keys can't be read`);
  }
  if (exposed) warn(`${path} can be read by other users of this machine: run chmod 600 on it`);
  return { masterKey: key, madeKeyFile: made ? path : null };
}
