/** Sealing by HPKE (RFC 9180): base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. */
import type { Address, DataHash } from "../address.ts";

/** Context that an envelope is bound to: with any other context it does not open. */
export interface SealingContext {
  /** Wallet address of the sender. */
  readonly sender: Address;
  /** Wallet address of the recipient. */
  readonly recipient: Address;
  /** SHA-256 of the data. */
  readonly dataHash: DataHash;
}

/** Sealed data in one byte string: version, KEM id, encapsulated key and ciphertext. */
export type Envelope = Uint8Array;

/** Seals data into an envelope that only the recipient can open. */
export type SealEnvelope = (
  plaintext: Uint8Array,
  recipientPublicKey: Uint8Array,
  context: SealingContext,
) => Promise<Envelope>;

/** Opens an envelope. @throws NodeError ENVELOPE_INVALID, without a reason */
export type OpenEnvelope = (
  envelope: Envelope,
  keyPair: { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array },
  context: SealingContext,
) => Promise<Uint8Array>;
