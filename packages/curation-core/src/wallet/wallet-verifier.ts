/** Ports for the verification of wallets, so that the rules depend on no chain and no cryptography. */

/** The family of chains that an address belongs to. */
export type WalletChain = "evm" | "solana";

/** A wallet address in its canonical spelling. */
export interface WalletAddress {
  /** Family of the address. */
  readonly chain: WalletChain;
  /** Canonical spelling: EIP-55 (EVM) or base58 (Solana). */
  readonly address: string;
  /** Comparable form: lower case (EVM) or unchanged (Solana). */
  readonly key: string;
}

/** Parses wallet addresses and verifies their signatures. */
export interface WalletVerifier {
  /** Parses an address; undefined when it is not valid, for example with a wrong EIP-55 checksum. */
  parse(text: string): WalletAddress | undefined;
  /**
   * Resolves to true when `wallet` made `signature` over `message`. Rejects only when an EVM node is needed and does
   * not answer, never because of what the texts say.
   */
  verify(wallet: WalletAddress, message: string, signature: string): Promise<boolean>;
}

/**
 * Executes a call at the latest block (`eth_call`): of the contract at `to`, or without `to` of `data` as the code that
 * creates a contract. `data` and the result are 0x-hex. Used for signatures of contract wallets only (EIP-1271,
 * EIP-6492). A call that reverts resolves to `0x`. Rejects when the node does not answer.
 */
export type EthCall = (call: {
  /** Address of the contract; undefined for a call that creates one. */
  readonly to?: string | undefined;
  /** Input of the call. */
  readonly data: string;
}) => Promise<string>;
