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
import { anyText, checkArguments, objectOf } from "@bourse/kernel";
import {
  AEAD_AES_256_GCM,
  CipherSuite,
  concat,
  DecapError,
  DeserializeError,
  EncapError,
  encode,
  KDF_HKDF_SHA256,
  KEM_DHKEM_X25519_HKDF_SHA256,
  OpenError,
  ValidationError,
} from "hpke";

import type { Address } from "../address.ts";
import { bytesOf, wrongArgument } from "../argument-rules.ts";
import { NodeError } from "../errors.ts";
import type { Envelope, OpenEnvelope, SealEnvelope, SealingContext } from "./port.ts";

/** Bytes that an envelope is longer than its plaintext: 51 for the header, the encapsulated key and the tag. */
export const ENVELOPE_OVERHEAD_BYTES: number = 3 + 32 + 16;

/** The suite of every envelope of version 1. */
export const envelopeSuite: CipherSuite = new CipherSuite(
  KEM_DHKEM_X25519_HKDF_SHA256,
  KDF_HKDF_SHA256,
  AEAD_AES_256_GCM,
);

/**
 * Seals `plaintext` for the owner of `recipientPublicKey` (X25519, 32 bytes raw). The envelope is 51 bytes longer and
 * different each time; the sender cannot open it. At 1 MiB it costs about two and a half times as much as plain
 * AES-GCM.
 *
 * @throws NodeError VALIDATION_ERROR: the key is not one (wrong length, small order), or the context's parts are not
 * addresses and a data hash. Any other failure comes as it is.
 */
export const sealEnvelope: SealEnvelope = async (plaintext, recipientPublicKey, context) => {
  const given = [plaintext, recipientPublicKey, context];
  checkArguments("sealEnvelope", SEAL_RULES, given, wrongArgument);
  const info = infoOf(context);
  if (info === undefined) {
    throw invalid("context", "A sealing context needs two addresses and a SHA-256 in hex.");
  }
  try {
    const key = await envelopeSuite.DeserializePublicKey(recipientPublicKey);
    const sealed = await envelopeSuite.Seal(key, plaintext, { info, aad: HEADER });
    return concat(HEADER, sealed.encapsulatedSecret, sealed.ciphertext);
  } catch (error) {
    if (!isOneOf(error, DeserializeError, EncapError, ValidationError)) throw error;
    throw invalid("recipientPublicKey", "The recipient's key is no X25519 public key of 32 bytes.");
  }
};

/**
 * Opens an envelope with the recipient's key pair and the context that it was sealed with.
 *
 * @throws NodeError ENVELOPE_INVALID when the envelope, the key or the context is not the right one; it does not say
 * which. Any other failure comes as it is.
 */
export const openEnvelope: OpenEnvelope = async (envelope, keyPair, context) => {
  checkArguments("openEnvelope", OPEN_RULES, [envelope, keyPair, context], unreadable);
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
  } catch (error) {
    if (isOneOf(error, DecapError, DeserializeError, OpenError, ValidationError))
      throw unreadable();
    throw error;
  }
};

const CONTEXT = objectOf({ sender: anyText, recipient: anyText, dataHash: anyText });
const SEAL_RULES = { plaintext: bytesOf(), recipientPublicKey: bytesOf(), context: CONTEXT };
const OPEN_RULES = {
  envelope: bytesOf(),
  keyPair: objectOf({ publicKey: bytesOf(), privateKey: bytesOf() }),
  context: CONTEXT,
};

const VERSION = 1;
const KEM_ID = 0x0020;
const HEADER = Uint8Array.of(VERSION, KEM_ID >> 8, KEM_ID & 0xff);

function isOneOf(error: unknown, ...kinds: readonly (new (message: string) => Error)[]): boolean {
  return kinds.some((kind) => error instanceof kind);
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
