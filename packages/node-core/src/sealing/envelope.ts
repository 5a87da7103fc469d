/**
 * Envelopes: one HPKE message each, in base mode and single shot (RFC 9180 §6.1).
 *
 * ```
 * version u8 = 1 | KEM id u16, big endian = 32 | encapsulated key, 32 bytes | ciphertext and tag of 16 bytes
 * ```
 *
 * `info` is `"bourse envelope" ‖ version ‖ sender ‖ recipient ‖ data hash`, of fixed lengths, and the header's first
 * three bytes are the associated data: an envelope opens only as what it was sealed as.
 */
import { CipherSuite, concat, encode } from "hpke";

import type { Address } from "../address.ts";
import { NodeError } from "../errors.ts";
import { aes256Gcm } from "./aes-256-gcm.ts";
import { dhkemX25519, type X25519Key } from "./dhkem-x25519.ts";
import { hkdfSha256 } from "./hkdf-sha256.ts";
import type { Envelope, OpenEnvelope, SealEnvelope, SealingContext } from "./port.ts";

/** Bytes that an envelope is longer than its plaintext: 51 for the header, the encapsulated key and the tag. */
export const ENVELOPE_OVERHEAD_BYTES: number = 3 + 32 + 16;

/** The suite of every envelope of version 1. */
export const envelopeSuite: CipherSuite<X25519Key> = new CipherSuite(
  () => dhkemX25519,
  () => hkdfSha256,
  () => aes256Gcm,
);

/**
 * Seals `plaintext` for the owner of `recipientPublicKey` (X25519, 32 bytes raw). The envelope is 51 bytes longer and
 * different each time; the sender cannot open it. At 1 MiB it costs less than twice as much as plain AES-GCM.
 *
 * @throws NodeError VALIDATION_ERROR: the key is not one (wrong length, small order), or the context's parts are not
 * addresses and a data hash
 */
export const sealEnvelope: SealEnvelope = async (plaintext, recipientPublicKey, context) => {
  const info = infoOf(context);
  if (info === undefined) {
    throw invalid("context", "A sealing context needs two addresses and a SHA-256 in hex.");
  }
  try {
    const key = await envelopeSuite.DeserializePublicKey(recipientPublicKey);
    const sealed = await envelopeSuite.Seal(key, plaintext, { info, aad: HEADER });
    return joined(HEADER, sealed.encapsulatedSecret, sealed.ciphertext);
  } catch {
    throw invalid("recipientPublicKey", "The recipient's key is no X25519 public key of 32 bytes.");
  }
};

/**
 * Opens an envelope with the recipient's key pair and the context that it was sealed with.
 *
 * @throws NodeError ENVELOPE_INVALID when the envelope, the key or the context is not the right one; it does not say which
 */
export const openEnvelope: OpenEnvelope = async (envelope, keyPair, context) => {
  const info = infoOf(context);
  if (info === undefined || !isSupported(envelope)) throw unreadable();
  const enc = envelope.subarray(HEADER.length, HEADER.length + 32);
  const ciphertext = envelope.subarray(HEADER.length + 32);
  try {
    const pair = {
      publicKey: await envelopeSuite.DeserializePublicKey(keyPair.publicKey),
      privateKey: await envelopeSuite.DeserializePrivateKey(keyPair.privateKey),
    };
    return await envelopeSuite.Open(pair, enc, ciphertext, { info, aad: HEADER });
  } catch {
    throw unreadable();
  }
};

const VERSION = 1;
const HEADER = Uint8Array.of(VERSION, dhkemX25519.id >> 8, dhkemX25519.id & 0xff);

/** The three in one piece. Our AEAD has left room before the ciphertext, so that a mebibyte need not be copied. */
function joined(header: Uint8Array, enc: Uint8Array, ciphertext: Uint8Array): Uint8Array {
  const headBytes = header.length + enc.length;
  const start = ciphertext.byteOffset - headBytes;
  const out = new Uint8Array(ciphertext.buffer, start, headBytes + ciphertext.length);
  out.set(header);
  out.set(enc, header.length);
  return out;
}

function isSupported(envelope: Envelope): boolean {
  return (
    envelope.length >= ENVELOPE_OVERHEAD_BYTES &&
    HEADER.every((byte, place) => envelope[place] === byte)
  );
}

function infoOf({ sender, recipient, dataHash }: SealingContext): Uint8Array | undefined {
  if (!isAddress(sender) || !isAddress(recipient) || !/^[0-9a-fA-F]{64}$/.test(dataHash)) {
    return undefined;
  }
  const ids = Buffer.from(sender.slice(2) + recipient.slice(2) + dataHash, "hex");
  return concat(encode("bourse envelope"), Uint8Array.of(VERSION), ids);
}

function isAddress(value: Address): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(value);
}

function invalid(field: string, message: string): NodeError {
  return new NodeError("VALIDATION_ERROR", message, { details: { field } });
}

function unreadable(): NodeError {
  return new NodeError(
    "ENVELOPE_INVALID",
    "The envelope does not open: it was changed, or it is not for this key and context.",
  );
}
