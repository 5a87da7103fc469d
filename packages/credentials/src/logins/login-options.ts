/** Options of logins: the same names, bounds and defaults in every core with accounts. */

import {
  type Clock,
  type Ids,
  type OptionRules,
  type Store,
  choiceOption,
  functionOption,
  integerOption,
  optional,
  portOption,
  systemClock,
  systemIds,
  textOption,
} from "@bourse/kernel";

import { masterKeyOption } from "../master-key/master-key-option.ts";
import type { PasswordHasher } from "../password/password-hasher.ts";
import type { LoginLimit } from "../refusal/login-limit.ts";
import type { SigningAlgorithm } from "../token/key-material.ts";

/** Options of a core with accounts. */
export interface LoginOptions {
  /** Store that was opened with the core's collections. The core does not close it. */
  readonly store: Store;
  /** 32 bytes that encrypt the signing keys; the same on every replica, kept outside the store. */
  readonly masterKey: Uint8Array;
  /** The `iss` claim of access tokens, a name or URL by which verifiers know this service. Default: the core's name. */
  readonly issuer?: string;
  /** The `aud` claim of access tokens. Default `bourse`. */
  readonly audience?: string;
  /** Algorithm that signs access tokens. Default ES256. */
  readonly algorithm?: SigningAlgorithm;
  /** Lifetime of an access token in seconds. 30–86,400. Default 900. */
  readonly accessTokenTtlSeconds?: number;
  /** Idle timeout: a session ends after this many seconds without a refresh. 60–31,536,000. Default 30 days. */
  readonly sessionIdleSeconds?: number;
  /** Absolute timeout: a session ends this many seconds after its login. 60–315,360,000. Default 90 days. */
  readonly sessionAbsoluteSeconds?: number;
  /**
   * Maximum number of sessions of one account; a login beyond it ends the session that was unused for longest. 1–1000.
   * Default 100.
   */
  readonly sessionsPerAccount?: number;
  /** Seconds for which a signing key is published before it may sign. 0–86,400. Default 60. */
  readonly keyPublishSeconds?: number;
  /**
   * Failed logins to one account from one IP address (IPv6: per /64) within the login window that block this address
   * for this account. As many failures from all addresses together delay further attempts from unknown ones by 1 s, up
   * to 5 s. 1–10,000. Default 10.
   */
  readonly loginFailuresPerAccount?: number;
  /** Failed logins from one IP address (IPv6: per /64) within the login window that block it. 1–10,000. Default 50. */
  readonly loginFailuresPerAddress?: number;
  /** Successful logins to one account within the login window that block further ones. 1–10,000. Default 300. */
  readonly loginsPerAccount?: number;
  /** Sliding window in seconds in which logins are counted. 1–604,800. Default 900. */
  readonly loginWindowSeconds?: number;
  /** Maximum registrations per hour from one IP address (IPv6: per /64). 1–10,000. Default 300. */
  readonly registrationsPerHour?: number;
  /**
   * Days for which a device can be remembered, so that logins from it need no second factor; 0 for none. 0–365. Default
   * 30.
   */
  readonly rememberedDeviceDays?: number;
  /** Password hasher. Default: Argon2id with 19 MiB and two passes. */
  readonly hasher?: PasswordHasher;
  /** Called when rows of the audit trail cannot be written, once until they can be again. Default: nothing. */
  readonly onAuditFault?: (error: unknown) => void;
  /** Called with the limit that was reached when a login or registration is refused for it. Default: nothing. */
  readonly onThrottled?: (limit: LoginLimit) => void;
  /** Source of the time. Default: the system clock. */
  readonly clock?: Clock;
  /** Source of ids. Default: random UUIDs. */
  readonly ids?: Ids;
}

/**
 * The options in force: all of them but `hasher`, `onAuditFault` and `onThrottled`, which stay undefined for their
 * defaults.
 */
export type ResolvedLoginOptions = Readonly<
  Required<Omit<LoginOptions, "hasher" | "onAuditFault" | "onThrottled">> & {
    /** Password hasher; undefined for the default one. */
    hasher: PasswordHasher | undefined;
    /** Listener to faults of the audit trail; undefined for none. */
    onAuditFault: ((error: unknown) => void) | undefined;
    /** Listener to refusals of the throttles; undefined for none. */
    onThrottled: ((limit: LoginLimit) => void) | undefined;
  }
>;

/** One rule per option, to be spread into the rules of a core's own options. */
export function loginOptionRules(issuer: string): OptionRules<ResolvedLoginOptions> {
  return {
    store: portOption<Store>(["transaction", "find", "get", "count"]),
    masterKey: masterKeyOption,
    issuer: textOption({ default: issuer, maxLength: 200 }),
    audience: textOption({ default: "bourse", maxLength: 200 }),
    algorithm: choiceOption(["ES256", "EdDSA", "HS256"], { default: "ES256" }),
    accessTokenTtlSeconds: integerOption({ min: 30, max: 86_400, default: 900 }),
    sessionIdleSeconds: integerOption({ min: 60, max: 31_536_000, default: 2_592_000 }),
    sessionAbsoluteSeconds: integerOption({ min: 60, max: 315_360_000, default: 7_776_000 }),
    sessionsPerAccount: integerOption({ min: 1, max: 1000, default: 100 }),
    keyPublishSeconds: integerOption({ min: 0, max: 86_400, default: 60 }),
    loginFailuresPerAccount: integerOption({ min: 1, max: 10_000, default: 10 }),
    loginFailuresPerAddress: integerOption({ min: 1, max: 10_000, default: 50 }),
    loginsPerAccount: integerOption({ min: 1, max: 10_000, default: 300 }),
    loginWindowSeconds: integerOption({ min: 1, max: 604_800, default: 900 }),
    registrationsPerHour: integerOption({ min: 1, max: 10_000, default: 300 }),
    rememberedDeviceDays: integerOption({ min: 0, max: 365, default: 30 }),
    hasher: optional(portOption<PasswordHasher>(["hash", "verify", "verifyNothing"])),
    onAuditFault: optional(functionOption<(error: unknown) => void>()),
    onThrottled: optional(functionOption<(limit: LoginLimit) => void>()),
    clock: portOption<Clock>(["now", "sleep"], { default: systemClock }),
    ids: portOption<Ids>(["uuid", "token"], { default: systemIds }),
  };
}
