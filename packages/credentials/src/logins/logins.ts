/** Logins in one piece: signing keys, access tokens, sessions, passwords and throttles over one store. */

import { type LoginPasswords, createLoginPasswords } from "../password/login-passwords.ts";
import { createPasswordHasher } from "../password/password-hasher.ts";
import type { RefuseLogin } from "../refusal/login-refusal.ts";
import {
  type RecordSession,
  type SessionControl,
  createSessionControl,
} from "../session/login-sessions.ts";
import { createSessions } from "../session/sessions.ts";
import { createLoginThrottle } from "../throttle/login-throttle.ts";
import { createAccessTokens } from "../token/access-tokens.ts";
import { type SigningKeys, openSigningKeys } from "../token/signing-keys.ts";
import type { ResolvedLoginOptions } from "./login-options.ts";

/** Logins of one core. */
export interface Logins {
  /** Keys that sign access tokens. */
  readonly signingKeys: SigningKeys;
  /** Sessions and their tokens. */
  readonly sessions: SessionControl;
  /** Password hashing and checking under the login throttle. */
  readonly passwords: LoginPasswords;
  /**
   * Re-reads and rotates signing keys, deletes expired sessions and old counts of failures. Call it every few seconds.
   */
  maintain(): Promise<void>;
}

/** Seconds of clock skew that the verification of access tokens tolerates. */
const SKEW_SECONDS = 5;

/**
 * Opens the logins of a core. `refuse` makes the core's own errors; `record` is called with each change of a session.
 *
 * @throws CredentialsError SIGNING_KEYS_UNREADABLE when the store was encrypted under another master key
 */
export async function openLogins(
  options: ResolvedLoginOptions,
  refuse: RefuseLogin,
  record?: RecordSession,
): Promise<Logins> {
  const { store, clock, ids } = options;
  const ttlSeconds = options.accessTokenTtlSeconds;
  const signingKeys = await openSigningKeys({
    store,
    masterKey: options.masterKey,
    algorithm: options.algorithm,
    // A retired key verifies for as long as any of its tokens may be accepted.
    acceptSeconds: ttlSeconds + SKEW_SECONDS,
    publishSeconds: options.keyPublishSeconds,
    clock,
    ids,
  });
  const tokens = createAccessTokens({
    keys: signingKeys,
    issuer: options.issuer,
    audience: options.audience,
    ttlSeconds,
    skewSeconds: SKEW_SECONDS,
    clock,
    ids,
  });
  const sessions = createSessions({
    store,
    perUser: options.sessionsPerAccount,
    idleSeconds: options.sessionIdleSeconds,
    absoluteSeconds: options.sessionAbsoluteSeconds,
    clock,
    ids,
  });
  const throttle = createLoginThrottle(options, clock, refuse);
  const hasher = options.hasher ?? createPasswordHasher();
  return Object.freeze({
    signingKeys,
    sessions: createSessionControl(store, sessions, tokens, refuse, record),
    passwords: createLoginPasswords({ hasher, throttle, clock, refuse }),
    maintain: async (): Promise<void> => {
      await signingKeys.maintain();
      await sessions.sweep();
      await throttle.sweep();
    },
  });
}
