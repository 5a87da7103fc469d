/** Environment variables of the server; no other module reads them. */

import { defaultPermissions, defineRoles, type Permission, type RoleSet } from "@bourse/auth-core";
import { MASTER_KEY_FORM, masterKeyOf } from "@bourse/credentials";
import {
  choiceVariable,
  commonEnvironment,
  cookieEnvironment,
  HttpError,
  integerVariable,
  keyVariable,
  loginEnvironment,
  mailEnvironment,
  openIdEnvironment,
  operationsEnvironment,
  optionalTextVariable,
  parsedVariable,
  portVariable,
  secret,
  textVariable,
  webhookEnvironment,
  type EnvironmentOf,
  type Variable,
} from "@bourse/http/environment";

/** Variables of this server by name; the README lists them. */
export const authEnvironment = {
  HOST: commonEnvironment.HOST,
  DATA_DIR: commonEnvironment.DATA_DIR,
  STORE_URL: commonEnvironment.STORE_URL,
  POOL_SIZE: commonEnvironment.POOL_SIZE,
  TRUST_PROXY: commonEnvironment.TRUST_PROXY,
  LOG_LEVEL: commonEnvironment.LOG_LEVEL,
  ...operationsEnvironment,
  NODE_ENV: commonEnvironment.NODE_ENV,
  CORS_ORIGINS: commonEnvironment.CORS_ORIGINS,
  ...cookieEnvironment,
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
  /**
   * Operator's key, 16 characters or more: in X-API-Key it opens the users at …/users and the whole audit trail.
   * Default: none, and the routes of users are closed.
   */
  AUTH_OPERATOR_KEY: keyVariable(),
  /** Auditor's key, 16 characters or more: in X-API-Key it reads the whole audit trail at GET …/audit, nothing else. */
  AUTH_AUDIT_KEY: keyVariable(),
  /** Prefix of all paths of the API; `/` for none. */
  AUTH_PREFIX: prefixVariable(),
  ...loginEnvironment,
  /** Registrations: by anybody, by the link of an invitation, or by `bourse auth users add` alone. */
  REGISTRATION: choiceVariable(["open", "invite", "closed"], "open"),
  /** Roles besides `owner`, with their permissions, as JSON. Default: none. */
  ACCOUNT_ROLES: rolesVariable(),
  /** Days for which a device can be remembered, so that logins from it need no second factor; 0 for none. */
  REMEMBERED_DEVICE_DAYS: integerVariable({ min: 0, max: 365, default: 30 }),
  /** Days between an owner's request to delete an account and the deletion, in which it can be cancelled. */
  DELETION_WAIT_DAYS: integerVariable({ min: 0, max: 365, default: 7 }),
  ...mailEnvironment,
  ...openIdEnvironment,
  ...webhookEnvironment,
  /** Maximum number of API keys of one account that are not revoked. */
  KEYS_PER_ACCOUNT: integerVariable({ min: 1, max: 1000, default: 1000 }),
  /** Days before the end of an API key at which its owner is told of it; 0 for never. */
  KEY_EXPIRY_NOTICE_DAYS: integerVariable({ min: 0, max: 90, default: 7 }),
  DEPLOYMENTS_PER_ACCOUNT: integerVariable({ min: 1, max: 1_000_000, default: 10_000 }),
  TRANSACTIONS_PER_ACCOUNT: integerVariable({ min: 1, max: 10_000_000, default: 100_000 }),
} as const;

/** Values of the variables. */
export type AuthEnvironment = EnvironmentOf<typeof authEnvironment>;

/** Refuses settings that do not fit each other. @throws HttpError ENVIRONMENT_INVALID */
export function checkKeys(config: AuthEnvironment): void {
  const { AUTH_OPERATOR_KEY, AUTH_AUDIT_KEY } = config;
  if (AUTH_OPERATOR_KEY === undefined || AUTH_OPERATOR_KEY !== AUTH_AUDIT_KEY) return;
  throw new HttpError(
    "ENVIRONMENT_INVALID",
    "correct 1 environment variable:\n  AUTH_AUDIT_KEY: expected another key than AUTH_OPERATOR_KEY, which may do more than read the audit trail",
  );
}

function masterKeyVariable(): Variable<Uint8Array | undefined> {
  return parsedVariable(MASTER_KEY_FORM, masterKeyOf, undefined);
}

function rolesVariable(): Variable<string | undefined> {
  const expected =
    'roles with their permissions as JSON, such as {"reader":["read"]}; owner cannot be defined';
  const read = (text: string): string | undefined => {
    try {
      rolesIn(text);
      return text;
    } catch {
      return undefined;
    }
  };
  return parsedVariable<string | undefined>(expected, read, undefined);
}

/** The roles of ACCOUNT_ROLES. @throws KernelError, SyntaxError */
export function rolesIn(text: string): RoleSet {
  const given = JSON.parse(text) as Readonly<Record<string, readonly Permission[]>>;
  return defineRoles<Permission, string>(defaultPermissions, given);
}

function prefixVariable(): Variable<string> {
  const expected = "a path such as /api/v1 without a slash at its end, or / alone";
  const read = (text: string): string | undefined =>
    text === "/" || text === "" ? "" : /^(\/[A-Za-z0-9._~-]+)+$/.exec(text)?.[0];
  return parsedVariable(expected, read, "/api/v1");
}
