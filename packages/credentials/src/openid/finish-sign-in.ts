/** The return of a browser from the provider: the person is proved, and the page gets a code to redeem. */

import { hasCode } from "@bourse/kernel";

import type { OpenIdProof } from "./openid-client.ts";
import { type OpenIdFlowDocument, openIdFlows } from "./openid-flow-document.ts";
import { type OpenIdParts, setupOf } from "./openid-parts.ts";
import { idOfState, newCode, secretsOf } from "./openid-secrets.ts";
import { failureUrl, type SignInFailure, successUrl } from "./page-url.ts";

/** Time that the page has to redeem its code. */
const CODE_MILLISECONDS = 60_000;

/** A browser that is sent on to the own page. */
export interface FinishedSignIn {
  /** Address of the own page, with a code or the reason of a failure. */
  readonly url: string;
  /** Reason of a failure; null when the person was proved. */
  readonly failure: SignInFailure | null;
}

/** Sends a browser on to the own page. @throws the core's error OIDC_UNAVAILABLE, NOT_FOUND for an unknown provider */
export async function finishSignIn(
  parts: OpenIdParts,
  { provider, search }: { readonly provider: string; readonly search: string },
): Promise<FinishedSignIn> {
  const { store, clock } = parts;
  const { pageUrl } = setupOf(parts, provider);
  const failed = (failure: SignInFailure): FinishedSignIn => ({
    url: failureUrl(pageUrl, failure),
    failure,
  });
  // A repeated state is refused with the rest of the answer.
  const state = new URLSearchParams(search).get("state") ?? "";
  const flow = await takeFlow(parts, provider, state);
  if (flow === undefined) return failed("SIGN_IN_EXPIRED");
  const proof = await proofOf(parts, { provider, state, search });
  if (typeof proof === "string") return failed(proof);
  const { code, id } = newCode("oc");
  await store.insert(openIdFlows, {
    ...flow,
    id,
    proof,
    expiresAt: clock.now() + CODE_MILLISECONDS,
  });
  return { url: successUrl(pageUrl, code), failure: null };
}

/** The sign-in of a state, which is used up, also where it was begun at another provider. */
function takeFlow(
  { store, clock }: OpenIdParts,
  provider: string,
  state: string,
): Promise<OpenIdFlowDocument | undefined> {
  const id = idOfState(state);
  if (id === undefined) return Promise.resolve(undefined);
  return store.transaction(async (tx) => {
    const flow = (await tx.get(openIdFlows, id))?.value;
    if (flow === undefined) return undefined;
    await tx.delete(openIdFlows, id);
    const isLive = flow.proof === null && clock.now() < flow.expiresAt;
    return isLive && flow.provider === provider ? flow : undefined;
  });
}

async function proofOf(
  parts: OpenIdParts,
  { provider, state, search }: Readonly<Record<"provider" | "state" | "search", string>>,
): Promise<OpenIdProof | SignInFailure> {
  const { client, callbackUrl } = setupOf(parts, provider);
  const redirectUri = callbackUrl(provider);
  const request = { provider, redirectUri, state, search, ...secretsOf(parts.key, state) };
  try {
    return await client.prove(request);
  } catch (error) {
    if (hasCode(error, "OPENID_PROVIDER_UNREACHABLE")) return "PROVIDER_UNAVAILABLE";
    if (hasCode(error, "OPENID_ACCESS_DENIED")) return "ACCESS_DENIED";
    if (hasCode(error, "OPENID_ANSWER_REFUSED")) return "ANSWER_REFUSED";
    throw error;
  }
}
