/**
 * The codes that a page redeems, with the verifier that it has kept since the sign-in began: of a sign-in that ended,
 * and of a person who is to register.
 */

import type { Transaction } from "@bourse/kernel";

import type { OpenIdProof } from "./openid-client.ts";
import { openIdFlows } from "./openid-flow-document.ts";
import { type OpenIdParts, readySetup } from "./openid-parts.ts";
import { challengeOf, type CodeKind, idOfCode, isVerifierOf, newCode } from "./openid-secrets.ts";

/** A code, and the proof that the page which redeems it has begun the sign-in. */
export interface RedeemedCode {
  /** Code behind `#signed-in=`, `oc_…`; in a registration that of the refused login, `or_…`. */
  readonly code: string;
  /** Verifier whose SHA-256 the sign-in began with, 43–128 characters. */
  readonly verifier: string;
}

/** The code of a sign-in, and the device that it comes from. */
export interface OpenIdLogin extends RedeemedCode {
  /** Secret of a remembered device, `rd_…`, which stands for the second factor. Default: none. */
  readonly deviceSecret?: string | undefined;
}

/** Time that a person has to register. */
const REGISTRATION_MILLISECONDS = 1_800_000;

/**
 * The person that a code stands for. Of several calls with one code one succeeds; a wrong verifier does not use it up.
 *
 * @throws the core's error OIDC_CODE_INVALID, OIDC_UNAVAILABLE
 */
export async function redeemCode(parts: OpenIdParts, code: RedeemedCode): Promise<OpenIdProof> {
  readySetup(parts);
  return await parts.store.transaction((tx) => takeProof(parts, tx, "oc", code));
}

/** Keeps a person who is to register for half an hour, and resolves to the code of the registration, `or_…`. */
export async function keepPerson(
  { store, clock }: Pick<OpenIdParts, "store" | "clock">,
  proof: OpenIdProof,
  verifier: string,
): Promise<string> {
  const { code, id } = newCode("or");
  const expiresAt = clock.now() + REGISTRATION_MILLISECONDS;
  const { provider } = proof;
  const challenge = challengeOf(verifier);
  await store.insert(openIdFlows, { id, provider, challenge, proof, expiresAt });
  return code;
}

/**
 * The person who registers, in the transaction of the registration: one that fails does not use the code up.
 *
 * @throws the core's error OIDC_CODE_INVALID, OIDC_UNAVAILABLE
 */
export async function takePerson(
  parts: OpenIdParts,
  tx: Transaction,
  code: RedeemedCode,
): Promise<OpenIdProof> {
  readySetup(parts);
  return await takeProof(parts, tx, "or", code);
}

async function takeProof(
  { clock, refuse }: OpenIdParts,
  tx: Transaction,
  kind: CodeKind,
  { code, verifier }: RedeemedCode,
): Promise<OpenIdProof> {
  const id = idOfCode(kind, code);
  const flow = id === undefined ? undefined : (await tx.get(openIdFlows, id))?.value;
  const isLive = flow !== undefined && clock.now() < flow.expiresAt;
  if (isLive && flow.proof !== null && isVerifierOf(flow.challenge, verifier)) {
    await tx.delete(openIdFlows, flow.id);
    return flow.proof;
  }
  const time = kind === "oc" ? "a minute" : "half an hour";
  const message = `The code of the sign-in was used, is older than ${time}, or was made for another browser; sign in again.`;
  throw refuse("OIDC_CODE_INVALID", message);
}
