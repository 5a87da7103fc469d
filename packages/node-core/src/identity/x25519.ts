/** X25519 keys (RFC 7748) as raw bytes, in and out of node:crypto's key objects. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";

/** Length of a public and of a private key, raw. */
const X25519_KEY_BYTES = 32;

/** A new private key, raw. */
export function generateX25519(): Uint8Array {
  return rawX25519Private(generateKeyPairSync("x25519").privateKey);
}

/** The public key that belongs to a raw private key, raw. */
export function x25519PublicKey(privateKey: Uint8Array): Uint8Array {
  return rawX25519Public(createPublicKey(x25519PrivateObject(privateKey)));
}

/** @throws the system's error unless `raw` has 32 bytes */
function x25519PrivateObject(raw: Uint8Array): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, raw]),
    format: "der",
    type: "pkcs8",
  });
}

function rawX25519Private(key: KeyObject): Uint8Array {
  return tail(key.export({ format: "der", type: "pkcs8" }));
}

function rawX25519Public(key: KeyObject): Uint8Array {
  return tail(key.export({ format: "der", type: "spki" }));
}

/** The fixed DER before a raw private key of OID 1.3.101.110 (RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b656e04220420", "hex");

function tail(der: Buffer): Uint8Array {
  return new Uint8Array(der.subarray(-X25519_KEY_BYTES));
}
