/** The nonces of proofs: each is used once, before its end. */

import { type StoreReader, type Transaction, deleteFound } from "@bourse/kernel";

import { usedNonces } from "./nonce-document.ts";
import type { ProofParts } from "./proof-parts.ts";
import { refused } from "./proof-refusal.ts";
import type { WalletAddress } from "./wallet-verifier.ts";

/** A used nonce is kept for a day after its end, so that a clock that steps back revives none. */
const KEEP_USED_MILLISECONDS = 86_400_000;

/** A verified signature whose nonce has not been used yet. */
export interface VerifiedProof {
  readonly wallet: WalletAddress;
  readonly nonce: string;
  readonly expiresAt: number;
}

/** Checks a nonce that was issued here. @throws CurationError WALLET_PROOF_INVALID */
export async function checkUnused(
  { clock }: Pick<ProofParts, "clock">,
  reader: Pick<StoreReader, "get">,
  { nonce, expiresAt }: Pick<VerifiedProof, "nonce" | "expiresAt">,
): Promise<void> {
  if ((await reader.get(usedNonces, nonce)) !== undefined) throw refused("nonce");
  if (clock.now() >= expiresAt) throw refused("expired");
}

/** Consumes the nonce in the transaction that the proof is for. @throws CurationError WALLET_PROOF_INVALID */
export async function useProof(
  parts: Pick<ProofParts, "clock">,
  tx: Transaction,
  proof: VerifiedProof,
): Promise<void> {
  await checkUnused(parts, tx, proof);
  await tx.insert(usedNonces, { id: proof.nonce, expiresAt: proof.expiresAt });
}

/** Deletes used nonces a day after their expiry, at most 1000 a call. */
export async function sweepUsedNonces({
  store,
  clock,
}: Pick<ProofParts, "store" | "clock">): Promise<void> {
  const over = clock.now() - KEEP_USED_MILLISECONDS;
  await deleteFound(store, usedNonces, { index: "by_end", range: { lte: over } });
}
