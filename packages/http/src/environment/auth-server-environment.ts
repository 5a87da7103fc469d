/** The variables of services that accept the API keys of an auth server. */

import { isLoopback } from "@bourse/kernel";

import { isKey } from "./secret-strength.ts";
import { listVariable, parsedVariable, secret, type Variable } from "./variables.ts";

/** Spread into the shape of a server that accepts keys of accounts. */
export interface AuthServerEnvironment {
  /**
   * Address of an auth server whose API keys are accepted beside API_KEYS, such as `https://auth.example`: https, or
   * http on the loopback interface. Default: none.
   */
  readonly AUTH_URL: Variable<string | undefined>;
  /**
   * API key of that auth server with the permission `admin`, by which this server asks about others. Secret. Default:
   * each key asks about itself, which counts as one request of it more.
   */
  readonly AUTH_KEY: Variable<string | undefined>;
  /** A comma list of the ids of accounts whose keys are accepted. Default: those of every account. */
  readonly AUTH_ACCOUNTS: Variable<readonly string[]>;
}

/** The environment variables of an auth server elsewhere, with their defaults. */
export const authServerEnvironment: AuthServerEnvironment = {
  AUTH_URL: parsedVariable<string | undefined>(
    "an https address without a query, such as https://auth.example; http on this machine only",
    readUrl,
    undefined,
  ),
  AUTH_KEY: secret(
    parsedVariable<string | undefined>(
      "an API key of the auth server with the permission admin",
      (text) => (isKey(text) ? text : undefined),
      undefined,
    ),
  ),
  AUTH_ACCOUNTS: listVariable("a comma list of ids of accounts of the auth server", (item) =>
    /^[\w-]{1,100}$/.test(item),
  ),
};

function readUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  return isSafe && [username, password, search, hash].every((part) => part === "")
    ? text
    : undefined;
}
