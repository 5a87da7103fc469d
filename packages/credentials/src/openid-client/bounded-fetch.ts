/** The requests to providers: to public HTTPS only, without redirects, with a bound on the size of answers. */

import { isLoopback, readBounded } from "@bourse/kernel";
import type { CustomFetch } from "openid-client";

/** Bytes of an answer: descriptions, key sets and tokens have a few thousand. */
const MAX_BYTES = 262_144;

/**
 * Asks a provider. One whose issuer is at the loopback interface may be asked there by HTTP, any other by HTTPS only.
 * A redirect is an answer like any other, and none that is accepted.
 */
export function boundedFetch(fetchUrl: typeof fetch, issuer: string): CustomFetch {
  const isLocal = isLoopback(new URL(issuer).hostname);
  return async (url, options) => {
    const { protocol, hostname } = new URL(url);
    const isAllowed = isLocal ? isLoopback(hostname) : protocol === "https:";
    if (!isAllowed) throw new TypeError(`The provider names an address of another kind: ${url}`);
    const response = await fetchUrl(url, {
      ...(options as RequestInit),
      redirect: "manual",
    });
    const { status, statusText, headers } = response;
    const bytes = await readBounded(response.body, MAX_BYTES);
    if (bytes === undefined) {
      throw new TypeError(`The provider's answer exceeds ${MAX_BYTES} bytes.`);
    }
    const hasBody = ![204, 205, 304].includes(status);
    return new Response(hasBody ? bytes : null, { status, statusText, headers });
  };
}
