/** The forms in which Solana's wallets sign a text, as two other libraries write them. */
import { generateKeyPairSync, sign } from "node:crypto";

import {
  type OffchainMessageEnvelope,
  type OffchainMessageV1,
  compileOffchainMessageV0Envelope,
  compileOffchainMessageV1Envelope,
  offchainMessageApplicationDomain,
  offchainMessageContentUtf8Of1232BytesMax,
} from "@solana/offchain-messages";
import { createSignInMessageText } from "@solana/wallet-standard-util";
import { describe, expect, test } from "vitest";

import { parseSignInMessage, writeSignInMessage } from "../src/wallet/sign-in-message.ts";
import { isSignedBySolana } from "../src/wallet/solana-signature.ts";
import { base58 } from "./support/base58.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const address = base58(Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url"));

/** A message of this service in ASCII, which has lines, so that formats for one printed line do not hold it. */
const text = [
  "service.example wants you to sign in with your Solana account:",
  address,
  "",
  "URI: https://service.example",
  "Version: 1",
  "Chain ID: mainnet",
  "Nonce: a1b2c3d4",
  "Issued At: 2026-01-01T00:00:00Z",
].join("\n");

/** The type of an address there is branded. */
type Address = OffchainMessageV1["requiredSignatories"][number]["address"];

const signed = (bytes: Uint8Array): string => sign(null, bytes, privateKey).toString("base64");
const signer = address as Address;

/** Version 0 as `solana sign-offchain-message` writes it: no application, no signer. */
function byCommandLine(format: number, content: string): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.concat([Buffer.of(0xff), Buffer.from("solana offchain")]);
  return Buffer.concat([header, Buffer.of(0, format, body.length & 255, body.length >> 8), body]);
}

const version0 = (content: string, domain: string): Uint8Array =>
  bytesOf(
    compileOffchainMessageV0Envelope({
      version: 0,
      applicationDomain: offchainMessageApplicationDomain(domain),
      content: offchainMessageContentUtf8Of1232BytesMax(content),
      requiredSignatories: [{ address: signer }],
    }),
  );

const version1 = (content: string, ...others: readonly Address[]): Uint8Array =>
  bytesOf(
    compileOffchainMessageV1Envelope({
      version: 1,
      content,
      requiredSignatories: [signer, ...others].map((one) => ({ address: one })),
    }),
  );

const bytesOf = ({ content }: OffchainMessageEnvelope): Uint8Array => new Uint8Array(content);

describe("a text is signed by", () => {
  test.each<[string, (content: string) => Uint8Array]>([
    ["its bytes", (content) => Buffer.from(content)],
    ["the command line's message, printable", (content) => byCommandLine(0, content)],
    ["the command line's message, UTF-8", (content) => byCommandLine(1, content)],
    ["the command line's message, long", (content) => byCommandLine(2, content)],
    ["version 0, for no named application", (content) => version0(content, "1".repeat(32))],
    ["version 1", (content) => version1(content)],
  ])("%s, and no other text is", async (_, form) => {
    expect(await isSignedBySolana(address, text, signed(form(text)))).toBe(true);
    expect(await isSignedBySolana(address, text, signed(form(`${text}!`)))).toBe(false);
    const other = base58(Buffer.alloc(32, 7));
    expect(await isSignedBySolana(other, text, signed(form(text)))).toBe(false);
  });

  test("no message for another application, or for a wallet beside this one", async () => {
    expect(await isSignedBySolana(address, text, signed(version0(text, address)))).toBe(false);
    const two = version1(text, base58(Buffer.alloc(32, 7)) as Address);
    expect(await isSignedBySolana(address, text, signed(two))).toBe(false);
  });

  test("no transaction that holds it", async () => {
    const transaction = Buffer.concat([Buffer.of(1, 0, 1, 1), Buffer.from(text)]);
    expect(await isSignedBySolana(address, text, signed(transaction))).toBe(false);
  });
});

test("a message that the Wallet Standard writes is read, and written the same", () => {
  for (const statement of [undefined, "Sign in, please."]) {
    const written = createSignInMessageText({
      domain: "service.example",
      address,
      ...(statement === undefined ? {} : { statement }),
      uri: "https://service.example",
      version: "1",
      chainId: "mainnet",
      nonce: "a1b2c3d4",
      issuedAt: "2026-01-01T00:00:00Z",
      expirationTime: "2026-01-01T00:05:00Z",
      requestId: "some_id-1",
      resources: ["https://service.example/terms"],
    });
    const message = parseSignInMessage(written);
    expect(message, written).toMatchObject({ account: "Solana", address, statement });
    expect(message && writeSignInMessage(message)).toBe(written);
  }
});
