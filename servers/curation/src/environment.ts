/** The environment variables of the server; no other file reads the environment. */

import { checkEmail, MASTER_KEY_FORM, masterKeyOf } from "@bourse/credentials";
import { createWalletVerifier } from "@bourse/curation-core";
import {
  booleanVariable,
  choiceVariable,
  commonEnvironment,
  cookieEnvironment,
  integerVariable,
  listVariable,
  loginEnvironment,
  mailEnvironment,
  openIdEnvironment,
  operationsEnvironment,
  optionalTextVariable,
  parsedVariable,
  portVariable,
  secret,
  webhookEnvironment,
  type EnvironmentOf,
  type Variable,
} from "@bourse/http/environment";

const HTTP_URL = "an http or https URL";
const wallets = createWalletVerifier();

/** The variables of this server by name; the README has a table of them. */
export const curationEnvironment = {
  HOST: commonEnvironment.HOST,
  DATA_DIR: commonEnvironment.DATA_DIR,
  STORE_URL: commonEnvironment.STORE_URL,
  POOL_SIZE: commonEnvironment.POOL_SIZE,
  TRUST_PROXY: commonEnvironment.TRUST_PROXY,
  LOG_LEVEL: commonEnvironment.LOG_LEVEL,
  ...operationsEnvironment,
  NODE_ENV: commonEnvironment.NODE_ENV,
  /**
   * Allowed CORS origins. Default: any origin, because the API uses no cookies; on a loopback address those of this
   * machine only.
   */
  CORS_ORIGINS: commonEnvironment.CORS_ORIGINS,
  ...cookieEnvironment,
  ALLOWED_HOSTS: commonEnvironment.ALLOWED_HOSTS,
  /** Email addresses that are reserved for admins; their one-time codes are in `<DATA_DIR>/curation-admin-code`. */
  ADMIN_EMAILS: listVariable("a comma list of e-mail addresses", isEmail),
  /** EVM and Solana addresses whose accounts become admins when they prove ownership. */
  ADMIN_WALLETS: listVariable(
    "a comma list of 0x (EIP-55 in mixed case) or Solana addresses",
    (item) => wallets.parse(item) !== undefined,
  ),
  /** `yes` makes an account an admin when it proves an address of ADMIN_EMAILS by a link; needs SMTP_URL. */
  ADMIN_BY_VERIFIED_EMAIL: choiceVariable(["no", "yes"], "no"),
  CURATION_PORT: portVariable(3001),
  /** URL of the store; takes precedence over STORE_URL. Default: `sqlite:<DATA_DIR>/curation.db`. */
  CURATION_STORE_URL: secret(optionalTextVariable()),
  /** Master key: 32 bytes in base64url. Default: `<DATA_DIR>/curation.key`, which is created when it is missing. */
  CURATION_MASTER_KEY: secret(masterKeyVariable()),
  /** Host and port that sign-in messages name. Default: HOST and CURATION_PORT; on loopback those of the request. */
  CURATION_DOMAIN: parsedVariable<string | undefined>(
    "a host with or without a port",
    hostOf,
    undefined,
  ),
  /** URI that sign-in messages name. Default: of HOST and CURATION_PORT; on loopback, those of the request. */
  CURATION_URI: parsedVariable<string | undefined>(HTTP_URL, httpUrlOf, undefined),
  /** EIP-155 chain id in sign-in messages of EVM wallets. */
  CURATION_CHAIN_ID: integerVariable({ min: 1, max: Number.MAX_SAFE_INTEGER, default: 1 }),
  /** Chain in sign-in messages of Solana wallets. */
  CURATION_SOLANA_CHAIN: parsedVariable("a chain such as mainnet", chainOf, "mainnet"),
  /** JSON-RPC URL of an EVM node that verifies contract wallets (EIP-1271, EIP-6492). Default: they are refused. */
  ETH_RPC_URL: secret(parsedVariable<string | undefined>(HTTP_URL, httpUrlOf, undefined)),
  /** JSON-RPC URL of an Ethereum main network node, for names of wallets (ENS) to show. Default: no names. */
  ENS_RPC_URL: secret(parsedVariable<string | undefined>(HTTP_URL, httpUrlOf, undefined)),
  /** Refusal of registrations without a wallet proof. Default: only in production. */
  REQUIRE_WALLET_PROOF: choiceVariable(["auto", "true", "false"], "auto"),
  /** True to forbid admins the review of their own drafts and the resolution of their markets. */
  FOUR_EYES_STRICT: booleanVariable(false),
  /** Lifetime of a claim in minutes after the holder's last action. */
  CLAIM_MINUTES: integerVariable({ min: 1, max: 1440, default: 30 }),
  /** Maximum number of drafts of one author that are neither decided nor withdrawn. */
  OPEN_DRAFTS_PER_AUTHOR: integerVariable({ min: 1, max: 100_000, default: 200 }),
  /** Maximum number of resolutions of one market: the last one cannot be disputed. */
  RESOLUTION_ROUNDS: integerVariable({ min: 1, max: 10, default: 3 }),
  NONCE_SECONDS: integerVariable({ min: 10, max: 3600, default: 300 }),
  /** Maximum number of sign-in messages for one IP address in a minute (IPv6: per /64). */
  NONCES_PER_MINUTE: integerVariable({ min: 1, max: 1_000_000, default: 120 }),
  /** Maximum number of changes by one account in a minute. */
  WRITES_PER_MINUTE: integerVariable({ min: 1, max: 1_000_000, default: 600 }),
  ...loginEnvironment,
  /** Days for which a device can be remembered, so that logins from it need no second factor; 0 for none. */
  REMEMBERED_DEVICE_DAYS: integerVariable({ min: 0, max: 365, default: 30 }),
  /** Days between an owner's request to delete an account and the deletion, in which it can be cancelled. */
  DELETION_WAIT_DAYS: integerVariable({ min: 0, max: 365, default: 7 }),
  /**
   * Hours between the first proof of a recovery without the wallet and its completion, in which a login ends it; 0 is
   * for development.
   */
  RECOVERY_WAIT_HOURS: integerVariable({ min: 0, max: 720, default: 72 }),
  ...mailEnvironment,
  ...openIdEnvironment,
  ...webhookEnvironment,
} as const;

/** The values in force. */
export type CurationEnvironment = EnvironmentOf<typeof curationEnvironment>;

/** Only an address that an account can have: the code of another one could never be redeemed. */
function isEmail(item: string): boolean {
  try {
    return checkEmail(item) === item;
  } catch {
    return false;
  }
}

function hostOf(text: string): string | undefined {
  return /^(?:[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/.exec(text)?.[0];
}

function httpUrlOf(text: string): string | undefined {
  return /^https?:\/\/[^\s"<>\\^`{|}]+$/.test(text) && URL.canParse(text) ? text : undefined;
}

function chainOf(text: string): string | undefined {
  return /^[-_a-zA-Z0-9]{1,64}$/.exec(text)?.[0];
}

function masterKeyVariable(): Variable<Uint8Array | undefined> {
  return parsedVariable(MASTER_KEY_FORM, masterKeyOf, undefined);
}
