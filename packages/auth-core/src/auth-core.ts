/** Access control in one piece: wired from a store, a clock and a master key, without a server. */

import {
  type PasswordHasher,
  type SigningAlgorithm,
  type SigningKeys,
  createAccessTokens,
  createPasswordHasher,
  createSessions,
  openSigningKeys,
  sessions as sessionCollection,
  signingKeys,
} from "@bourse/credentials";
import {
  type Clock,
  type Collection,
  type Entity,
  type Ids,
  type Store,
  integerOption,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
  textOption,
  choiceOption,
} from "@bourse/kernel";

import { accounts as accountCollection } from "./accounts/account.ts";
import { type Accounts, createAccounts } from "./accounts/accounts.ts";
import { createLoginThrottle } from "./accounts/login-throttle.ts";
import { createPasswords } from "./accounts/passwords.ts";
import { apiKeys as keyCollection } from "./api-keys/api-key.ts";
import { type ApiKeys, createApiKeys } from "./api-keys/api-keys.ts";
import { createLastUsed } from "./api-keys/last-used.ts";
import { type Audit, createAudit } from "./audit/audit.ts";
import { type Guard, createGuard } from "./guard/guard.ts";
import { type LoginSessions, createLoginSessions } from "./login-sessions.ts";
import { deployments, transactions } from "./registry/records.ts";
import { type Registry, createRegistry } from "./registry/registry.ts";

/** For `createMemoryStore({ collections })` and `openStore(url, { collections })`. */
export const authCollections: readonly Collection<Entity>[] = [
  accountCollection,
  sessionCollection,
  signingKeys,
  keyCollection,
  deployments,
  transactions,
];

export interface AuthCoreOptions {
  /** Opened with `authCollections`. The core does not close it. */
  readonly store: Store;
  /** 32 bytes that seal the signing keys; the same on every replica, kept outside the store. */
  readonly masterKey: Uint8Array;
  /** The `iss` of tokens: a URL by which verifiers know this service. Default `bourse-auth`. */
  readonly issuer?: string;
  /** The `aud` of tokens. Default `bourse`. */
  readonly audience?: string;
  /** Default ES256. */
  readonly algorithm?: SigningAlgorithm;
  /** Lifetime of an access token. 30–86,400. Default 900 s. */
  readonly accessTokenTtlSeconds?: number;
  /** 60–31,536,000. Default 30 days. */
  readonly sessionIdleSeconds?: number;
  /** 60–315,360,000. Default 90 days. */
  readonly sessionAbsoluteSeconds?: number;
  /** How long a signing key is published before it may sign. 0–86,400. Default 60 s. */
  readonly keyPublishSeconds?: number;
  /** 1–10,000. Default 10. */
  readonly loginFailuresPerAccount?: number;
  /** 1–10,000. Default 50. */
  readonly loginFailuresPerAddress?: number;
  /** 1–604,800. Default 900 s. */
  readonly loginWindowSeconds?: number;
  /** From one address. 1–10,000. Default 300. */
  readonly registrationsPerHour?: number;
  /** Default: Argon2id, 19 MiB, two passes. */
  readonly hasher?: PasswordHasher;
  readonly clock?: Clock;
  readonly ids?: Ids;
}

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
  const options = resolveOptions("createAuthCore", given, {
    store: portOption<Store>(["transaction", "find", "get", "count"]),
    masterKey: {
      expected: "32 bytes",
      accepts: (value: unknown) => value instanceof Uint8Array && value.length === 32,
      absent: null,
    },
    issuer: textOption({ default: "bourse-auth", maxLength: 200 }),
    audience: textOption({ default: "bourse", maxLength: 200 }),
    algorithm: choiceOption(["ES256", "EdDSA", "HS256"], { default: "ES256" }),
    accessTokenTtlSeconds: integerOption({ min: 30, max: 86_400, default: 900 }),
    sessionIdleSeconds: integerOption({ min: 60, max: 31_536_000, default: 2_592_000 }),
    sessionAbsoluteSeconds: integerOption({ min: 60, max: 315_360_000, default: 7_776_000 }),
    keyPublishSeconds: integerOption({ min: 0, max: 86_400, default: 60 }),
    loginFailuresPerAccount: integerOption({ min: 1, max: 10_000, default: 10 }),
    loginFailuresPerAddress: integerOption({ min: 1, max: 10_000, default: 50 }),
    loginWindowSeconds: integerOption({ min: 1, max: 604_800, default: 900 }),
    registrationsPerHour: integerOption({ min: 1, max: 10_000, default: 300 }),
    hasher: optional(portOption<PasswordHasher>(["hash", "verify", "verifyNothing"])),
    clock: portOption<Clock>(["now"], { default: systemClock }),
    ids: portOption<Ids>(["uuid"], { default: systemIds }),
  });
  const { store, clock, ids } = options;
  const ttlSeconds = options.accessTokenTtlSeconds;
  const signing = await openSigningKeys({
    store,
    masterKey: options.masterKey as Uint8Array,
    algorithm: options.algorithm,
    acceptSeconds: ttlSeconds + 5,
    publishSeconds: options.keyPublishSeconds,
    clock,
    ids,
  });
  const tokens = createAccessTokens({
    keys: signing,
    issuer: options.issuer,
    audience: options.audience,
    ttlSeconds,
    clock,
    ids,
  });
  const sessions = createSessions({
    store,
    idleSeconds: options.sessionIdleSeconds,
    absoluteSeconds: options.sessionAbsoluteSeconds,
    clock,
    ids,
  });
  const audit = createAudit(clock);
  const lastUsed = createLastUsed(store, clock);
  const keys = createApiKeys({ store, lastUsed, audit, clock, ids });
  const accounts = createAccounts({
    store,
    sessions,
    tokens,
    passwords: createPasswords(options.hasher ?? createPasswordHasher()),
    throttle: createLoginThrottle(options, clock),
    audit,
    clock,
    ids,
    changed: () => keys.forgetAll(),
  });

  let maintaining: Promise<void> | undefined;
  const maintain = async (): Promise<void> => {
    await signing.maintain();
    await lastUsed.flush();
    await sessions.sweep();
  };
  return Object.freeze({
    accounts,
    sessions: createLoginSessions(sessions, tokens, audit),
    keys,
    guard: createGuard(tokens, sessions, keys),
    registry: createRegistry(store, clock, ids),
    signingKeys: signing,
    audit,
    expiresIn: ttlSeconds,
    maintain: () => (maintaining ??= maintain().finally(() => (maintaining = undefined))),
    close: async (): Promise<void> => {
      await maintaining?.catch(() => undefined);
      await lastUsed.flush(true);
    },
  });
}
