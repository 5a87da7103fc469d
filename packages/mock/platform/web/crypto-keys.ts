/** X25519 keys as `node:crypto` has them, over raw bytes, for pages. */

import { x25519 } from "@noble/curves/ed25519.js";

import { Buffer } from "./buffer.ts";

/** DER before a raw key (RFC 8410): PKCS #8 and SubjectPublicKeyInfo. */
const HEADS = {
  private: Buffer.from("302e020100300506032b656e04220420", "hex"),
  public: Buffer.from("302a300506032b656e032100", "hex"),
};

/** A key object. */
class PageKey {
  readonly type: keyof typeof HEADS;
  readonly #raw: Uint8Array;

  constructor(type: PageKey["type"], raw: Uint8Array) {
    this.type = type;
    this.#raw = Uint8Array.from(raw);
  }

  /** The key's DER. */
  export(): Buffer {
    return Buffer.concat([HEADS[this.type], this.#raw]);
  }
}

/** The private key in the PKCS #8 form of an X25519 key. */
export function createPrivateKey({ key }: { readonly key: Uint8Array }): PageKey {
  const head = HEADS.private.length;
  if (key.length !== head + 32) throw new Error("Expected the PKCS #8 form of an X25519 key.");
  return new PageKey("private", key.subarray(head));
}

/** The public key that belongs to a private key. */
export function createPublicKey(given: PageKey): PageKey {
  return new PageKey("public", x25519.getPublicKey(given.export().subarray(HEADS.private.length)));
}

export function generateKeyPairSync(kind: string): { readonly privateKey: PageKey } {
  if (kind !== "x25519") throw new Error(`The mock's cryptography in pages has no "${kind}".`);
  return { privateKey: new PageKey("private", x25519.utils.randomSecretKey()) };
}
