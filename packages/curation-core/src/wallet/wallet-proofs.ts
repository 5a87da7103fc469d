/**
 * Proofs of wallet ownership: this service writes the whole message and later accepts exactly its bytes. Any other
 * message must follow the strict grammar and name this service, the address and a nonce that was issued here.
 */

import type { Origin } from "@bourse/credentials";
import { type Transaction, createRateLimiter } from "@bourse/kernel";

import { type IssuedNonce, issueNonce } from "./issue-nonce.ts";
import { createNonceSeal } from "./nonce-seal.ts";
import { parseWallet } from "./parse-wallet.ts";
import type { ProofActParts, ProofParts } from "./proof-parts.ts";
import { type VerifiedProof, sweepUsedNonces, useProof } from "./use-proof.ts";
import { createVerifyOnce } from "./verify-once.ts";
import { verifyProof } from "./verify-proof.ts";
import type { WalletAddress } from "./wallet-verifier.ts";

/** Nonces for wallet proofs. */
export interface WalletProofs {
  /**
   * Issues a nonce, valid for one proof within five minutes (option `nonceSeconds`); it survives a restart. Nothing is
   * stored for it. The message names the one of `otherOrigins` that has `host`, the host and port of the page; without
   * such a one, `domain` and `uri`.
   *
   * @throws CurationError VALIDATION_ERROR when the text is not an EVM or Solana address; RATE_LIMITED when the origin
   * has asked for more than `noncesPerMinute`
   */
  issue(walletAddress: string, origin?: Origin, host?: string): Promise<IssuedNonce>;
}

/** Verification of wallet proofs. */
export interface ProofVerifier extends WalletProofs {
  /** Parses a wallet address. @throws CurationError VALIDATION_ERROR */
  parse(walletAddress: string): WalletAddress;
  /**
   * Verifies message and signature. Call it outside a transaction, because it may call an EVM node: once for a nonce,
   * whatever is sent with it. Wrong signatures are counted by wallet and origin, or by the session.
   *
   * @throws CurationError WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE, RATE_LIMITED
   */
  verify(
    proof: { readonly message: string; readonly signature: string },
    by: { readonly origin: Origin; readonly session?: string | null },
  ): Promise<VerifiedProof>;
  /** Consumes the nonce inside the transaction that the proof is for. @throws CurationError WALLET_PROOF_INVALID */
  use(tx: Transaction, proof: VerifiedProof): Promise<void>;
  /** Deletes used nonces a day after their expiry, at most 1000 a call. */
  sweep(): Promise<void>;
}

/** Creates the wallet proofs of a core. */
export function createWalletProofs(given: ProofParts): ProofVerifier {
  const { clock, noncesPerMinute: limit } = given;
  const parts: ProofActParts = {
    ...given,
    seal: createNonceSeal(given.masterKey, given.ids),
    once: createVerifyOnce(clock),
    limiter: createRateLimiter({ limit, periodMilliseconds: 60_000, clock }),
  };
  return Object.freeze<ProofVerifier>({
    parse: (walletAddress) => parseWallet(parts.verifier, walletAddress),
    issue: async (walletAddress, origin, host) => issueNonce(parts, walletAddress, origin, host),
    verify: (proof, by) => verifyProof(parts, proof, by),
    use: (tx, proof) => useProof(parts, tx, proof),
    sweep: () => sweepUsedNonces(parts),
  });
}
