/** The beginning of a sign-in: the browser goes to the provider. */

import { hasCode, limitKey } from "@bourse/kernel";

import type { Origin } from "../origin/origin.ts";
import { openIdFlows } from "./openid-flow-document.ts";
import { type OpenIdParts, setupOf } from "./openid-parts.ts";
import { idOfState, isChallenge, newState, secretsOf } from "./openid-secrets.ts";
import { failureUrl } from "./page-url.ts";

/** Time that a person has at the provider. */
const FLOW_MILLISECONDS = 600_000;

/**
 * Address that the browser is sent to: the provider's, or the own page's with an error when the provider is away.
 *
 * @throws the core's error OIDC_UNAVAILABLE, NOT_FOUND, VALIDATION_ERROR, RATE_LIMITED
 */
export async function beginSignIn(
  parts: OpenIdParts,
  { provider, challenge }: { readonly provider: string; readonly challenge: string },
  origin: Origin,
): Promise<string> {
  const { store, key, clock, refuse, starts } = parts;
  const { client, callbackUrl, pageUrl } = setupOf(parts, provider);
  if (!isChallenge(challenge)) {
    const message =
      "The challenge is the SHA-256 of the page's verifier in base64url, 43 characters.";
    throw refuse("VALIDATION_ERROR", message, { details: { path: "challenge" } });
  }
  const wait = origin.ip === undefined ? 0 : await starts.count(limitKey(origin.ip));
  if (wait > 0) {
    const message = "Too many sign-ins were begun; try again later.";
    throw refuse("RATE_LIMITED", message, { details: { retryAfterSeconds: wait } });
  }
  const state = newState();
  const redirectUri = callbackUrl(provider);
  const request = { provider, redirectUri, state, ...secretsOf(key, state) };
  try {
    const url = await client.authorizationUrl(request);
    const expiresAt = clock.now() + FLOW_MILLISECONDS;
    const id = idOfState(state) ?? "";
    await store.insert(openIdFlows, { id, provider, challenge, proof: null, expiresAt });
    return url;
  } catch (error) {
    if (!hasCode(error, "OPENID_PROVIDER_UNREACHABLE")) throw error;
    return failureUrl(pageUrl, "PROVIDER_UNAVAILABLE");
  }
}
