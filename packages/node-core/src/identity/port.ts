/**
 * Identity of the node: one secp256k1 key for the wallet and the peer id, and an X25519 key for sealing.
 *
 * The private keys never leave the identity except to the peer network, which needs the raw key for its handshake.
 */
import type { Address, Hex } from "../address.ts";

/** Complete transaction before it is signed. */
export interface UnsignedTransaction {
  /**
   * Type of the transaction: 2 by EIP-1559, or 0 for a chain without it, whose gas price is `maxFeePerGas`. Default 2.
   */
  readonly type?: 0 | 2;
  /** Chain id that the signature is bound to. */
  readonly chainId: number;
  /** Nonce of the wallet. */
  readonly nonce: number;
  /** Address that the transaction calls; null creates a contract. */
  readonly to: Address | null;
  /** Call data; `0x` for a plain payment. */
  readonly data: Hex;
  /** Amount of the native token in wei. */
  readonly value: bigint;
  /** Maximum gas. */
  readonly gasLimit: bigint;
  /** Maximum total fee per gas in wei. */
  readonly maxFeePerGas: bigint;
  /** Maximum priority fee per gas in wei. */
  readonly maxPriorityFeePerGas: bigint;
}

/** Signing functions of a wallet. */
export interface WalletSigner {
  /** Address of the wallet. */
  readonly address: Address;
  /** Signs a transaction; returns its bytes for `eth_sendRawTransaction` and its hash. */
  signTransaction(
    transaction: UnsignedTransaction,
  ): Promise<{ readonly raw: Hex; readonly hash: Hex }>;
  /** Signs EIP-712 typed data, such as the announcement of the encryption key. */
  signTypedData(typed: TypedData): Promise<Hex>;
}

/** EIP-712 typed data. */
export interface TypedData {
  /** Domain separator fields. */
  readonly domain: Readonly<Record<string, string | number>>;
  /** Types by name, without `EIP712Domain`. */
  readonly types: Readonly<Record<string, readonly TypedDataField[]>>;
  /** Message to sign. */
  readonly message: Readonly<Record<string, string | number | bigint | boolean>>;
}

/** Field of an EIP-712 type. */
export interface TypedDataField {
  /** Name of the field. */
  readonly name: string;
  /** Solidity type of the field. */
  readonly type: string;
}

/** Unlocked identity of a node. */
export interface NodeIdentity extends WalletSigner {
  /** Peer id that belongs to the wallet's key, in base58 as libp2p spells it. */
  readonly nodeId: string;
  /** X25519 public key, 32 bytes raw. */
  readonly encryptionPublicKey: Uint8Array;
  /** X25519 private key, 32 bytes raw; only `openEnvelope` needs it. */
  readonly encryptionPrivateKey: Uint8Array;
  /** secp256k1 private key, 32 bytes raw; only the handshake of the peer network needs it. */
  readonly peerPrivateKey: Uint8Array;
}

/**
 * Encryption key of an account, signed by the account's wallet.
 *
 * An announcement is valid when its signer is `address`, its `peerId` belongs to the same key, and `notAfter` has not
 * passed. Of two valid ones the higher `sequence` counts.
 */
export interface Announcement {
  /** Wallet address of the account. */
  readonly address: Address;
  /** Peer id of the account's node. */
  readonly peerId: string;
  /** KEM identifier of RFC 9180; 32 is DHKEM(X25519, HKDF-SHA256). */
  readonly kemId: number;
  /** Public encryption key, 32 bytes in hex. */
  readonly encryptionKey: Hex;
  /** Version number; higher ones replace lower ones. 1 to 2^53 − 1. */
  readonly sequence: number;
  /** Expiry in epoch milliseconds, always a whole second: the signed record has Unix seconds. */
  readonly notAfter: number;
  /** True for a signed revocation: the account has no key until a higher sequence arrives. */
  readonly revoked: boolean;
  /** EIP-712 signature over all other fields. */
  readonly signature: Hex;
}
