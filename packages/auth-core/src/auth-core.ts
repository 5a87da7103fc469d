/** Access control in one piece: wired from a store, a clock and a master key, without a server. */

import {
  type LoginOptions,
  type LoginSessions,
  type SigningKeys,
  loginOptionRules,
  openLogins,
  sessions,
  signingKeys,
} from "@bourse/credentials";
import { type Collection, type Entity, resolveOptions } from "@bourse/kernel";

import { accounts as accountCollection } from "./accounts/account.ts";
import { type Accounts, createAccounts } from "./accounts/accounts.ts";
import { apiKeys as keyCollection } from "./api-keys/api-key.ts";
import { type ApiKeys, createApiKeys } from "./api-keys/api-keys.ts";
import { createLastUsed } from "./api-keys/last-used.ts";
import { type Audit, createAudit } from "./audit/audit.ts";
import { AuthError } from "./errors.ts";
import { type Guard, createGuard } from "./guard/guard.ts";
import { deployments, transactions } from "./registry/records.ts";
import { type Registry, createRegistry } from "./registry/registry.ts";

/** For `createMemoryStore({ collections })` and `openStore(url, { collections })`. */
export const authCollections: readonly Collection<Entity>[] = [
  accountCollection,
  sessions,
  signingKeys,
  keyCollection,
  deployments,
  transactions,
];

/** Options of {@link createAuthCore}; the default `issuer` is `bourse-auth`. */
export interface AuthCoreOptions extends LoginOptions {}

export interface AuthCore {
  readonly accounts: Accounts;
  readonly sessions: LoginSessions;
  readonly keys: ApiKeys;
  readonly guard: Guard;
  readonly registry: Registry;
  readonly signingKeys: SigningKeys;
  readonly audit: Pick<Audit, "on">;
  /** Lifetime of an access token. */
  readonly expiresIn: number;
  /**
   * The work that no request does: re-reads and rotates signing keys, writes uses of keys down, sweeps sessions.
   * Call it every few seconds; calls that overlap are one.
   */
  maintain(): Promise<void>;
  /** Writes down what is still in memory. */
  close(): Promise<void>;
}

/** @throws KernelError OPTION_INVALID; CredentialsError SIGNING_KEYS_UNREADABLE */
export async function createAuthCore(given: AuthCoreOptions): Promise<AuthCore> {
  const options = resolveOptions("createAuthCore", given, loginOptionRules("bourse-auth"));
  const { store, clock, ids } = options;
  const audit = createAudit(clock);
  const logins = await openLogins(
    options,
    (code, message, details) => new AuthError(code, message, details),
    (action, subject, origin) => audit.record(action, subject, origin),
  );
  const lastUsed = createLastUsed(store, clock);
  const keys = createApiKeys({ store, lastUsed, audit, clock, ids });
  const accounts = createAccounts({
    store,
    logins,
    audit,
    clock,
    ids,
    changed: () => keys.forgetAll(),
  });

  let maintaining: Promise<void> | undefined;
  const maintain = async (): Promise<void> => {
    await logins.maintain();
    await lastUsed.flush();
  };
  return Object.freeze({
    accounts,
    sessions: logins.sessions,
    keys,
    guard: createGuard(logins.sessions, keys),
    registry: createRegistry(store, clock, ids),
    signingKeys: logins.signingKeys,
    audit,
    expiresIn: options.accessTokenTtlSeconds,
    maintain: () => (maintaining ??= maintain().finally(() => (maintaining = undefined))),
    close: async (): Promise<void> => {
      await maintaining?.catch(() => undefined);
      await lastUsed.flush(true);
    },
  });
}
