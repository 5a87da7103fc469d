/** The code that a page redeems, with the verifier that it has kept since the sign-in began. */

import type { OpenIdProof } from "./openid-client.ts";
import { openIdFlows } from "./openid-flow-document.ts";
import { type OpenIdParts, readySetup } from "./openid-parts.ts";
import { idOfCode, isVerifierOf } from "./openid-secrets.ts";

/** A code, and the proof that the page which redeems it has begun the sign-in. */
export interface RedeemedCode {
  /** Code behind `#signed-in=`, `oc_…`. */
  readonly code: string;
  /** Verifier whose SHA-256 the sign-in began with, 43–128 characters. */
  readonly verifier: string;
}

/**
 * The person that a code stands for. Of several calls with one code one succeeds; a wrong verifier does not use it up.
 *
 * @throws the core's error OIDC_CODE_INVALID, OIDC_UNAVAILABLE
 */
export async function redeemCode(
  parts: OpenIdParts,
  { code, verifier }: RedeemedCode,
): Promise<OpenIdProof> {
  const { store, clock, refuse } = parts;
  readySetup(parts);
  const id = idOfCode(code);
  const proof =
    id !== undefined &&
    (await store.transaction(async (tx) => {
      const flow = (await tx.get(openIdFlows, id))?.value;
      if (flow === undefined || flow.proof === null || clock.now() >= flow.expiresAt) return null;
      if (!isVerifierOf(flow.challenge, verifier)) return null;
      await tx.delete(openIdFlows, id);
      return flow.proof;
    }));
  if (proof) return proof;
  const message =
    "The code of the sign-in was used, is older than a minute, or was made for another browser; sign in again.";
  throw refuse("OIDC_CODE_INVALID", message);
}
