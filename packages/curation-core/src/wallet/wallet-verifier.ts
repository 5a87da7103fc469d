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
   * not answer, never because of the arguments.
   */
  verify(wallet: WalletAddress, message: string, signature: string): Promise<boolean>;
}

/**
 * Calls a contract at the latest block (`eth_call`); `data` and the result are 0x-hex. Used for EIP-1271 signatures of
 * contract wallets only. A call that reverts resolves to `0x`. Rejects when the node does not answer.
 */
export type EthCall = (call: { readonly to: string; readonly data: string }) => Promise<string>;
