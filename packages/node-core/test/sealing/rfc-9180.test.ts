/**
 * The published vectors of RFC 9180 for our suite. A SHAKE128 stream gives the messages to seal and the contexts to
 * export, and a SHAKE128 digest over all results is compared with the published one.
 */
import { createHash, type Hash } from "node:crypto";

import { CipherSuite, KEM_DHKEM_X25519_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM } from "hpke";
import { expect, test } from "vitest";

import { envelopeSuite } from "../../src/sealing/envelope.ts";
import { RFC_9180_VECTOR } from "./rfc-9180-vector.ts";

const ROUNDS = 1000;

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));
const shake = (): Hash => createHash("shake128", { outputLength: 16 });

/** Returns a function that draws a length byte and that many bytes from SHAKE128 of the empty string. */
function drawing(): () => Uint8Array {
  const stream = createHash("shake128", { outputLength: ROUNDS * 2 * 256 }).digest();
  let offset = 0;
  return () => {
    const length = stream[offset]!;
    offset += 1 + length;
    return new Uint8Array(stream.subarray(offset - length, offset));
  };
}

test("keys are derived as published", async () => {
  const { ikmR, pkRm, skRm } = RFC_9180_VECTOR;
  const pair = await envelopeSuite.DeriveKeyPair(bytes(ikmR), true);
  expect(Buffer.from(await envelopeSuite.SerializePublicKey(pair.publicKey)).toString("hex")).toBe(
    pkRm,
  );
  expect(
    Buffer.from(await envelopeSuite.SerializePrivateKey(pair.privateKey)).toString("hex"),
  ).toBe(skRm);
});

test("a thousand messages are sealed as published, and open again", async () => {
  const { ikmR, info, enc, encryptions: expected } = RFC_9180_VECTOR;
  const kem = KEM_DHKEM_X25519_HKDF_SHA256();
  const own = await envelopeSuite.DeriveKeyPair(bytes(ikmR), true);
  // The published encapsulation in place of a new one: both sides of it have the same secret.
  const Encap = async () => ({
    shared_secret: await kem.Decap(bytes(enc), own.privateKey as never, own.publicKey as never),
    enc: bytes(enc),
  });
  const suite = new CipherSuite(() => ({ ...kem, Encap }), KDF_HKDF_SHA256, AEAD_AES_256_GCM);
  const pair = await suite.DeriveKeyPair(bytes(ikmR), true);
  const sender = await suite.SetupSender(pair.publicKey, { info: bytes(info) });
  expect(Buffer.from(sender.encapsulatedSecret).toString("hex")).toBe(enc);
  const recipient = await suite.SetupRecipient(pair, bytes(enc), { info: bytes(info) });
  const draw = drawing();
  const digest = shake();
  for (let round = 0; round < ROUNDS; round++) {
    const aad = draw();
    const plaintext = draw();
    const ciphertext = await sender.ctx.Seal(plaintext, aad);
    digest.update(ciphertext);
    expect(Buffer.compare(await recipient.Open(ciphertext, aad), plaintext)).toBe(0);
  }
  expect(digest.digest("hex")).toBe(expected);
});

test("a thousand secrets are exported as published", async () => {
  const { pkRm, skRm, enc, info, exports: expected } = RFC_9180_VECTOR;
  const pair = {
    publicKey: await envelopeSuite.DeserializePublicKey(bytes(pkRm)),
    privateKey: await envelopeSuite.DeserializePrivateKey(bytes(skRm)),
  };
  const recipient = await envelopeSuite.SetupRecipient(pair, bytes(enc), { info: bytes(info) });
  const draw = drawing();
  const digest = shake();
  for (let length = 0; length < ROUNDS; length++) {
    const context = draw();
    // The library refuses to export nothing; nothing is what the published digest takes in there.
    if (length > 0) digest.update(await recipient.Export(context, length));
  }
  expect(digest.digest("hex")).toBe(expected);
});
