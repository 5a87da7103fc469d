/** The part of `node:crypto` that the node's core uses, over the audited noble libraries, for pages. */

import { sha256 } from "@noble/hashes/sha2.js";

import { Buffer } from "./buffer.ts";

export { createPrivateKey, createPublicKey, generateKeyPairSync } from "./crypto-keys.ts";

type Data = string | Uint8Array;

/** A digest to which data is added. */
class Running {
  readonly #inner = sha256.create();

  update(data: Data): this {
    this.#inner.update(bytesOf(data));
    return this;
  }

  digest(encoding?: string): Buffer | string {
    return spelled(this.#inner.digest(), encoding);
  }
}

export function createHash(algorithm: string): Running {
  checkAlgorithm(algorithm);
  return new Running();
}

export function hash(algorithm: string, data: Data, encoding = "hex"): Buffer | string {
  checkAlgorithm(algorithm);
  return spelled(sha256(bytesOf(data)), encoding === "buffer" ? undefined : encoding);
}

function spelled(bytes: Uint8Array, encoding: string | undefined): Buffer | string {
  const buffer = Buffer.from(bytes);
  return encoding === undefined ? buffer : buffer.toString(encoding as "hex");
}

function bytesOf(data: Data): Uint8Array {
  return typeof data === "string" ? new TextEncoder().encode(data) : data;
}

function checkAlgorithm(name: string): void {
  if (name !== "sha256") throw new Error(`The mock's cryptography in pages has no "${name}".`);
}
