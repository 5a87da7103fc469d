/** The ports through which wallets are judged, so that the rules need no chain and no curve. */

export type WalletChain = "evm" | "solana";

/** An address in its one spelling. */
export interface WalletAddress {
  readonly chain: WalletChain;
  /** EIP-55 (EVM) or base58 (Solana). */
  readonly address: string;
  /** What makes it unique: lower case (EVM), as it is (Solana). */
  readonly key: string;
}

export interface WalletVerifier {
  /** The address in its one spelling; undefined for what is none, a wrong EIP-55 checksum included. */
  parse(text: string): WalletAddress | undefined;
  /**
   * Whether `signature` over `message` is by the key of `wallet`. Never rejects for what was sent, only when a node has
   * to be asked and does not answer.
   */
  verify(wallet: WalletAddress, message: string, signature: string): Promise<boolean>;
}

/**
 * `ethCall` at the latest block: `data` and the answer are 0x-hex. Asked for EIP-1271 signatures of contract wallets
 * only. A call that reverts answers `0x`. Rejects when the node cannot be asked.
 */
export type EthCall = (call: { readonly to: string; readonly data: string }) => Promise<string>;
