/** The variables of logins, which every server with accounts reads, and the options that they set. */

import { anyNumber, objectOf } from "@bourse/kernel";

import { integerVariable, type Variable } from "./variables.ts";

const DAY_SECONDS = 86_400;

/** Spread into the shape of a server with accounts. */
export interface LoginEnvironment {
  /** Lifetime of an access token in seconds. 30–86,400. Default 900. */
  readonly ACCESS_TOKEN_TTL_SECONDS: Variable<number>;
  /** Idle timeout: a session ends after this many seconds without a refresh. 60–31,536,000. Default 30 days. */
  readonly SESSION_IDLE_SECONDS: Variable<number>;
  /** Absolute timeout: a session ends this many seconds after its login. 60–315,360,000. Default 90 days. */
  readonly SESSION_ABSOLUTE_SECONDS: Variable<number>;
  /**
   * Maximum number of sessions of one account; a login beyond it ends the one unused for longest. 1–1000. Default 100.
   */
  readonly SESSIONS_PER_ACCOUNT: Variable<number>;
  /** Failed logins to one account from one IP address (IPv6: per /64) that block it there. 1–10,000. Default 10. */
  readonly LOGIN_FAILURES_PER_ACCOUNT: Variable<number>;
  /** Failed logins from one IP address (IPv6: per /64) that block it. 1–10,000. Default 50. */
  readonly LOGIN_FAILURES_PER_ADDRESS: Variable<number>;
  /** Successful logins to one account within the login window that block further ones. 1–10,000. Default 300. */
  readonly LOGINS_PER_ACCOUNT: Variable<number>;
  /** Sliding window in seconds in which logins are counted. 1–604,800. Default 900. */
  readonly LOGIN_WINDOW_SECONDS: Variable<number>;
  /** Maximum registrations per hour from one IP address (IPv6: per /64). 1–10,000. Default 300. */
  readonly REGISTRATIONS_PER_HOUR: Variable<number>;
}

/** The environment variables of logins, with their defaults and bounds. */
export const loginEnvironment: LoginEnvironment = {
  ACCESS_TOKEN_TTL_SECONDS: integerVariable({ min: 30, max: DAY_SECONDS, default: 900 }),
  SESSION_IDLE_SECONDS: integerVariable({
    min: 60,
    max: 365 * DAY_SECONDS,
    default: 30 * DAY_SECONDS,
  }),
  SESSION_ABSOLUTE_SECONDS: integerVariable({
    min: 60,
    max: 3650 * DAY_SECONDS,
    default: 90 * DAY_SECONDS,
  }),
  SESSIONS_PER_ACCOUNT: integerVariable({ min: 1, max: 1000, default: 100 }),
  LOGIN_FAILURES_PER_ACCOUNT: integerVariable({ min: 1, max: 10_000, default: 10 }),
  LOGIN_FAILURES_PER_ADDRESS: integerVariable({ min: 1, max: 10_000, default: 50 }),
  LOGINS_PER_ACCOUNT: integerVariable({ min: 1, max: 10_000, default: 300 }),
  LOGIN_WINDOW_SECONDS: integerVariable({ min: 1, max: 7 * DAY_SECONDS, default: 900 }),
  REGISTRATIONS_PER_HOUR: integerVariable({ min: 1, max: 10_000, default: 300 }),
};

const anyLogins = objectOf(
  Object.fromEntries(Object.keys(loginEnvironment).map((name) => [name, anyNumber])),
);

/** Values of {@link loginEnvironment} under the names that the cores with accounts give these options. */
export interface LoginSettings {
  /** Lifetime of an access token in seconds. */
  readonly accessTokenTtlSeconds: number;
  /** Idle timeout of a session in seconds. */
  readonly sessionIdleSeconds: number;
  /** Absolute timeout of a session in seconds. */
  readonly sessionAbsoluteSeconds: number;
  /** Maximum number of sessions of one account. */
  readonly sessionsPerAccount: number;
  /** Failed logins to one account from one IP address that block it there. */
  readonly loginFailuresPerAccount: number;
  /** Failed logins from one IP address that block it. */
  readonly loginFailuresPerAddress: number;
  /** Successful logins to one account that block further ones. */
  readonly loginsPerAccount: number;
  /** Sliding window in seconds in which logins are counted. */
  readonly loginWindowSeconds: number;
  /** Maximum registrations per hour from one IP address. */
  readonly registrationsPerHour: number;
}

/** The options of a core with accounts that the variables of logins set. @throws KernelError ARGUMENT_INVALID */
export function loginSettingsOf(
  config: Readonly<Record<keyof LoginEnvironment, number>>,
): LoginSettings {
  anyLogins("config", config);
  return {
    accessTokenTtlSeconds: config.ACCESS_TOKEN_TTL_SECONDS,
    sessionIdleSeconds: config.SESSION_IDLE_SECONDS,
    sessionAbsoluteSeconds: config.SESSION_ABSOLUTE_SECONDS,
    sessionsPerAccount: config.SESSIONS_PER_ACCOUNT,
    loginFailuresPerAccount: config.LOGIN_FAILURES_PER_ACCOUNT,
    loginFailuresPerAddress: config.LOGIN_FAILURES_PER_ADDRESS,
    loginsPerAccount: config.LOGINS_PER_ACCOUNT,
    loginWindowSeconds: config.LOGIN_WINDOW_SECONDS,
    registrationsPerHour: config.REGISTRATIONS_PER_HOUR,
  };
}
