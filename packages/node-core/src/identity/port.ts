/**
 * Who the node is: one secp256k1 key that is the wallet and the peer at once, and an X25519 key for sealing.
 *
 * The private keys never leave the identity except to the peer network, which needs the raw key for its handshake.
 */
import type { Address, Hex } from "../address.ts";

/** A transaction of EIP-1559, complete: what is signed is what is sent. */
export interface UnsignedTransaction {
  readonly chainId: number;
  readonly nonce: number;
  readonly to: Address | null;
  readonly data: Hex;
  readonly value: bigint;
  readonly gasLimit: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** What a wallet can do for the chain and for announcements. */
export interface WalletSigner {
  readonly address: Address;
  /** The raw signed transaction, ready for `eth_sendRawTransaction`, and its hash. */
  signTransaction(
    transaction: UnsignedTransaction,
  ): Promise<{ readonly raw: Hex; readonly hash: Hex }>;
  /** EIP-712, for the announcement of the encryption key. */
  signTypedData(typed: TypedData): Promise<Hex>;
}

/** EIP-712: domain, types without `EIP712Domain`, and the message. */
export interface TypedData {
  readonly domain: Readonly<Record<string, string | number>>;
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >;
  readonly message: Readonly<Record<string, string | number | bigint | boolean>>;
}

/** An unlocked identity. */
export interface NodeIdentity extends WalletSigner {
  /** The libp2p peer id that belongs to the wallet's key, in base58. */
  readonly nodeId: string;
  /** X25519, 32 bytes raw. */
  readonly encryptionPublicKey: Uint8Array;
  /** For `openEnvelope` only: X25519, 32 bytes raw. */
  readonly encryptionPrivateKey: Uint8Array;
  /** For the peer network's handshake only: secp256k1, 32 bytes raw. */
  readonly peerPrivateKey: Uint8Array;
}

/**
 * An encryption key, announced by its owner's wallet.
 *
 * `signature` is EIP-712 over all other fields; only a record whose signer is `address`, whose `peerId` belongs to
 * that same key and whose `notAfter` has not passed makes a recipient. Of two records the higher `sequence` wins.
 */
export interface Announcement {
  readonly address: Address;
  readonly peerId: string;
  /** RFC 9180 KEM identifier; 32 is DHKEM(X25519, HKDF-SHA256). */
  readonly kemId: number;
  /** 32 bytes, hex. */
  readonly encryptionKey: Hex;
  readonly sequence: number;
  /** Expiry in epoch milliseconds, always a whole second: the signed record has Unix seconds. */
  readonly notAfter: number;
  /** A signed revocation takes the address out until a higher sequence comes. */
  readonly revoked: boolean;
  readonly signature: Hex;
}
