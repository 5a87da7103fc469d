/** Environment variables of the server; no other module reads them. */

import { masterKeyOf } from "@bourse/credentials";
import {
  choiceVariable,
  commonEnvironment,
  integerVariable,
  optionalTextVariable,
  portVariable,
  secret,
  textVariable,
  type EnvironmentOf,
  type Variable,
} from "@bourse/http";
import * as z from "zod";

const DAY_SECONDS = 86_400;

/** Variables of this server by name; the README lists them. */
export const authEnvironment = {
  HOST: commonEnvironment.HOST,
  DATA_DIR: commonEnvironment.DATA_DIR,
  STORE_URL: commonEnvironment.STORE_URL,
  TRUST_PROXY: commonEnvironment.TRUST_PROXY,
  LOG_LEVEL: commonEnvironment.LOG_LEVEL,
  NODE_ENV: commonEnvironment.NODE_ENV,
  CORS_ORIGINS: commonEnvironment.CORS_ORIGINS,
  ALLOWED_HOSTS: commonEnvironment.ALLOWED_HOSTS,
  AUTH_PORT: portVariable(3000),
  /** Store URL; takes precedence over STORE_URL. Default `sqlite:<DATA_DIR>/auth.db`. */
  AUTH_STORE_URL: secret(optionalTextVariable()),
  /** Master key, 32 bytes in base64url. Default: the file `<DATA_DIR>/auth.key`, created when it is missing. */
  AUTH_MASTER_KEY: secret(masterKeyVariable()),
  /** The `iss` claim of access tokens, by which verifiers know this service. */
  AUTH_ISSUER: textVariable("bourse-auth"),
  /** The `aud` claim of access tokens. */
  AUTH_AUDIENCE: textVariable("bourse"),
  AUTH_ALGORITHM: choiceVariable(["ES256", "EdDSA", "HS256"], "ES256"),
  /** Operator's key, 16 characters or more: in X-API-Key it opens the whole audit trail at GET …/audit, nothing else. */
  AUTH_AUDIT_KEY: secret(optionalKeyVariable()),
  /** Prefix of all paths of the API; `/` for none. */
  AUTH_PREFIX: prefixVariable(),
  ACCESS_TOKEN_TTL_SECONDS: integerVariable({ min: 30, max: DAY_SECONDS, default: 900 }),
  /** Idle timeout: a session ends after this many seconds without a refresh. */
  SESSION_IDLE_SECONDS: integerVariable({
    min: 60,
    max: 365 * DAY_SECONDS,
    default: 30 * DAY_SECONDS,
  }),
  /** Absolute timeout: a session ends this many seconds after its login. */
  SESSION_ABSOLUTE_SECONDS: integerVariable({
    min: 60,
    max: 3650 * DAY_SECONDS,
    default: 90 * DAY_SECONDS,
  }),
  LOGIN_FAILURES_PER_ACCOUNT: integerVariable({ min: 1, max: 10_000, default: 10 }),
  LOGIN_FAILURES_PER_ADDRESS: integerVariable({ min: 1, max: 10_000, default: 50 }),
  /** Successful logins to one account within the login window that block further ones. */
  LOGINS_PER_ACCOUNT: integerVariable({ min: 1, max: 10_000, default: 300 }),
  LOGIN_WINDOW_SECONDS: integerVariable({ min: 1, max: 7 * DAY_SECONDS, default: 900 }),
  /** Maximum registrations per hour from one IP address (IPv6: per /64). */
  REGISTRATIONS_PER_HOUR: integerVariable({ min: 1, max: 10_000, default: 300 }),
  /** Maximum number of API keys of one account that are not revoked. */
  KEYS_PER_ACCOUNT: integerVariable({ min: 1, max: 1000, default: 1000 }),
  DEPLOYMENTS_PER_ACCOUNT: integerVariable({ min: 1, max: 1_000_000, default: 10_000 }),
  TRANSACTIONS_PER_ACCOUNT: integerVariable({ min: 1, max: 10_000_000, default: 100_000 }),
} as const;

/** Values of the variables. */
export type AuthEnvironment = EnvironmentOf<typeof authEnvironment>;

function masterKeyVariable(): Variable<Uint8Array | undefined> {
  const expected = "32 bytes in base64url: 43 characters, such as `openssl rand -base64 32` gives";
  return z
    .string()
    .optional()
    .transform((text, context) => {
      const key = text === undefined ? undefined : masterKeyOf(text);
      if (text === undefined || key !== undefined) return key;
      context.issues.push({ code: "custom", message: expected, input: undefined });
      return z.NEVER;
    });
}

function optionalKeyVariable(): Variable<string | undefined> {
  return z
    .string()
    .regex(/^[\x21-\x7e]{16,512}$/, "a key of 16 to 512 characters without blanks")
    .optional();
}

function prefixVariable(): Variable<string> {
  const expected = "a path such as /api/v1 without a slash at its end, or / alone";
  return z
    .string()
    .optional()
    .refine((text) => text === undefined || /^(\/|(\/[A-Za-z0-9._~-]+)+)$/.test(text), {
      message: expected,
    })
    .transform((text) => (text === "/" ? "" : (text ?? "/api/v1")));
}
