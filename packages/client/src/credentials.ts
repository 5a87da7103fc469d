/** The credentials of a caller: headers for the security schemes of routes, and their renewal. */

import type { Problem, SecurityScheme } from "@bourse/contract/client";

import { checkKind } from "./kinds.ts";

/** Credentials that prove who is calling. */
export interface Credentials {
  /** Returns the headers for a security scheme, or undefined when there are none for it; called before every try. */
  readonly headers: (
    name: string,
    scheme: SecurityScheme,
  ) => Record<string, string> | undefined | Promise<Record<string, string> | undefined>;
  /**
   * Renews the credentials after a 401; called once for all calls that wait for it. `sent` are the headers of the
   * refused request. True sends each of the calls once more. Default: a 401 is not retried.
   */
  readonly refresh?: (problem: Problem, sent: Readonly<Record<string, string>>) => Promise<boolean>;
}

/**
 * Returns credentials that send an API key for every scheme of that kind.
 *
 * @throws ClientError OPTION_INVALID for a key that is no text
 */
export function apiKey(key: string): Credentials {
  checkKind(key, "", "apiKey");
  return keyCredentials(key);
}

/** Credentials of a key that is text. */
export function keyCredentials(key: string): Credentials {
  return {
    headers: (_, scheme) => (scheme.type === "apiKey" ? { [scheme.header]: key } : undefined),
  };
}
