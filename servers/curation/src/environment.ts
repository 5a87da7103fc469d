/** What the server reads from its environment; nothing else in it does. */

import { masterKeyOf } from "@bourse/credentials";
import {
  booleanVariable,
  choiceVariable,
  commonEnvironment,
  integerVariable,
  listVariable,
  optionalTextVariable,
  portVariable,
  secret,
  textVariable,
  type EnvironmentOf,
  type Variable,
} from "@bourse/http";
import * as z from "zod";

const DAY_SECONDS = 86_400;

/** The variables of this server by name; the README has the table. */
export const curationEnvironment = {
  HOST: commonEnvironment.HOST,
  DATA_DIR: commonEnvironment.DATA_DIR,
  STORE_URL: commonEnvironment.STORE_URL,
  TRUST_PROXY: commonEnvironment.TRUST_PROXY,
  LOG_LEVEL: commonEnvironment.LOG_LEVEL,
  NODE_ENV: commonEnvironment.NODE_ENV,
  /** Default: any origin, for no cookie is ever looked at. */
  CORS_ORIGINS: commonEnvironment.CORS_ORIGINS,
  ALLOWED_HOSTS: commonEnvironment.ALLOWED_HOSTS,
  /** Admins by their password. */
  ADMIN_EMAILS: commonEnvironment.ADMIN_EMAILS,
  /** Admins once they have proved the address: EVM or Solana. */
  ADMIN_WALLETS: listVariable("a comma list of 0x or Solana addresses", (item) =>
    /^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/.test(item),
  ),
  CURATION_PORT: portVariable(3001),
  /** Wins over STORE_URL. Default: `lowdb:<DATA_DIR>/curation.json`. */
  CURATION_STORE_URL: secret(optionalTextVariable()),
  /** 32 bytes in base64url. Default: `<DATA_DIR>/curation.key`, which is made when there is none. */
  CURATION_MASTER_KEY: secret(masterKeyVariable()),
  /** The host (and port) that wallets are asked to sign in to. */
  CURATION_DOMAIN: textVariable("localhost:3001"),
  /** The URI of that message. */
  CURATION_URI: textVariable("http://localhost:3001"),
  /** EIP-155 chain of EVM messages. */
  CURATION_CHAIN_ID: integerVariable({ min: 1, max: 2_147_483_647, default: 1 }),
  /** The chain of Solana messages. */
  CURATION_SOLANA_CHAIN: textVariable("mainnet"),
  /** An EVM node, asked about signatures of contract wallets (EIP-1271). Default: those are refused. */
  ETH_RPC_URL: secret(optionalTextVariable()),
  /** Default: in production. */
  REQUIRE_WALLET_PROOF: choiceVariable(["auto", "true", "false"], "auto"),
  /** On: not even an admin decides about an own draft. */
  FOUR_EYES_STRICT: booleanVariable(false),
  /** How long a claim holds after the holder's last action. */
  CLAIM_MINUTES: integerVariable({ min: 1, max: 1440, default: 30 }),
  NONCE_SECONDS: integerVariable({ min: 10, max: 3600, default: 300 }),
  /** By one user. */
  WRITES_PER_MINUTE: integerVariable({ min: 1, max: 1_000_000, default: 600 }),
  ACCESS_TOKEN_TTL_SECONDS: integerVariable({ min: 30, max: DAY_SECONDS, default: 900 }),
  LOGIN_FAILURES_PER_ACCOUNT: integerVariable({ min: 1, max: 10_000, default: 10 }),
  LOGIN_FAILURES_PER_ADDRESS: integerVariable({ min: 1, max: 10_000, default: 50 }),
  LOGIN_WINDOW_SECONDS: integerVariable({ min: 1, max: 7 * DAY_SECONDS, default: 900 }),
  /** From one address. */
  REGISTRATIONS_PER_HOUR: integerVariable({ min: 1, max: 10_000, default: 300 }),
} as const;

/** The values in force. */
export type CurationEnvironment = EnvironmentOf<typeof curationEnvironment>;

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
