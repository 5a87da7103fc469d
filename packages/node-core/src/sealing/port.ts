/** Sealing by HPKE (RFC 9180), base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. */
import type { Address, DataHash } from "../address.ts";

/** What an envelope is bound to: a change of any of these makes it unreadable. */
export interface SealingContext {
  readonly sender: Address;
  readonly recipient: Address;
  readonly dataHash: DataHash;
}

/** A sealed piece of data: version, KEM id, encapsulated key and ciphertext in one byte string. */
export type Envelope = Uint8Array;

/** `sealEnvelope(plaintext, recipientPublicKey, context)`: the envelope that only the recipient opens. */
export type SealEnvelope = (
  plaintext: Uint8Array,
  recipientPublicKey: Uint8Array,
  context: SealingContext,
) => Promise<Envelope>;

/** `openEnvelope(envelope, keyPair, context)`. @throws NodeError ENVELOPE_INVALID, and nothing about why */
export type OpenEnvelope = (
  envelope: Envelope,
  keyPair: { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array },
  context: SealingContext,
) => Promise<Uint8Array>;
