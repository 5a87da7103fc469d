/** DHKEM(X25519, HKDF-SHA256) of RFC 9180 §4.1 and §7.1, by node:crypto; the key schedule stays the library's. */
import { diffieHellman, generateKeyPairSync, createPublicKey, type KeyObject } from "node:crypto";

import { concat, encode, LabeledExpand, LabeledExtract, type KEM, type Key } from "hpke";

import {
  rawX25519Private,
  rawX25519Public,
  X25519_KEY_BYTES,
  x25519PrivateObject,
  x25519PublicObject,
} from "../identity/x25519.ts";
import { hkdfSha256 } from "./hkdf-sha256.ts";

/** A key in the library's clothes, node:crypto's object inside. */
export interface X25519Key extends Key {
  readonly object: KeyObject;
}

export const dhkemX25519: Readonly<KEM<X25519Key>> = Object.freeze({
  id: 0x0020,
  type: "KEM",
  name: "DHKEM(X25519, HKDF-SHA256)",
  Nsecret: 32,
  Nenc: X25519_KEY_BYTES,
  Npk: X25519_KEY_BYTES,
  Nsk: X25519_KEY_BYTES,

  /** §7.1.3 */
  async DeriveKeyPair(ikm, extractable) {
    const prk = await LabeledExtract(hkdfSha256, SUITE_ID, EMPTY, encode("dkp_prk"), ikm);
    const secret = await LabeledExpand(hkdfSha256, SUITE_ID, prk, encode("sk"), EMPTY, 32);
    const object = x25519PrivateObject(secret);
    return { privateKey: wrap(object, extractable), publicKey: publicOf(object) };
  },
  async GenerateKeyPair(extractable) {
    const { privateKey, publicKey } = generateKeyPairSync("x25519");
    return { privateKey: wrap(privateKey, extractable), publicKey: wrap(publicKey, true) };
  },
  async SerializePublicKey(key) {
    return rawX25519Public(key.object);
  },
  async SerializePrivateKey(key) {
    return rawX25519Private(key.object);
  },
  async DeserializePublicKey(raw) {
    return wrap(x25519PublicObject(raw), true);
  },
  async DeserializePrivateKey(raw, extractable) {
    return wrap(x25519PrivateObject(raw), extractable);
  },

  Encap: (recipient) => encapsulate(recipient, generateKeyPairSync("x25519").privateKey),
  /** §4.1, Decap */
  async Decap(enc, privateKey, publicKey) {
    const secret = agreement(privateKey.object, x25519PublicObject(enc));
    const own = publicKey?.object ?? createPublicKey(privateKey.object);
    return sharedSecret(secret, enc, own);
  },
} satisfies KEM<X25519Key>);

/** §4.1, Encap, with a given ephemeral key: for published vectors; everybody else takes a new one each time. */
export async function encapsulate(
  recipient: X25519Key,
  ephemeral: KeyObject,
): Promise<{ readonly shared_secret: Uint8Array; readonly enc: Uint8Array }> {
  const enc = rawX25519Public(createPublicKey(ephemeral));
  const secret = agreement(ephemeral, recipient.object);
  return { shared_secret: await sharedSecret(secret, enc, recipient.object), enc };
}

/** `"KEM" ‖ I2OSP(kem_id, 2)` (§4.1). */
const SUITE_ID = concat(encode("KEM"), Uint8Array.of(0x00, 0x20));
const EMPTY = new Uint8Array(0);

/** X25519, refusing the all-zero outcome of a small-order point (§7.1.4). */
function agreement(privateKey: KeyObject, publicKey: KeyObject): Uint8Array {
  const secret = diffieHellman({ privateKey, publicKey });
  if (secret.every((byte) => byte === 0)) throw new Error("The public key is of small order.");
  return secret;
}

/** ExtractAndExpand over `kem_context = enc ‖ pkRm` (§4.1). */
async function sharedSecret(
  secret: Uint8Array,
  enc: Uint8Array,
  recipient: KeyObject,
): Promise<Uint8Array> {
  const prk = await LabeledExtract(hkdfSha256, SUITE_ID, EMPTY, encode("eae_prk"), secret);
  const context = concat(enc, rawX25519Public(recipient));
  return LabeledExpand(hkdfSha256, SUITE_ID, prk, encode("shared_secret"), context, 32);
}

function wrap(object: KeyObject, extractable: boolean): X25519Key {
  return { algorithm: { name: "X25519" }, extractable, type: object.type, object };
}

function publicOf(privateKey: KeyObject): X25519Key {
  return wrap(createPublicKey(privateKey), true);
}
