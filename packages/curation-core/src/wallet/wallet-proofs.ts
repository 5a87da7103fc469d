/** Nonces, messages and their proofs. */

export interface IssuedNonce {
  readonly nonce: string;
  /** The whole message to be signed, byte for byte. */
  readonly message: string;
  readonly expires_at: string;
}

export interface WalletProofs {
  /** Good for one proof, for five minutes; survives a restart. @throws CurationError VALIDATION_ERROR */
  issue(walletAddress: string): Promise<IssuedNonce>;
}
