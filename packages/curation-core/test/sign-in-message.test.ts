/**
 * Sign-in messages by EIP-4361's grammar and "Verifying a message": what is read, what is refused, what is verified.
 */
import { Wallet } from "ethers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { type EthCall, createWalletVerifier } from "../src/index.ts";
import { parseDateTime } from "../src/text/date-time.ts";
import { parseSignInMessage, writeSignInMessage } from "../src/wallet/sign-in-message.ts";
import { type Expectation, verifyMessage } from "../src/wallet/verify-message.ts";
import { type SignInText, signInText, signInTexts } from "./support/sign-in-text.ts";

const wallet = new Wallet(`0x${"11".repeat(32)}`);

const LEAST: SignInText = {
  domain: "service.example",
  address: wallet.address,
  uri: "https://service.example/login",
  chainId: "1",
  nonce: "a1b2c3d4",
  issuedAt: "2026-01-01T00:00:00Z",
};

const WHOLE: SignInText = {
  ...LEAST,
  scheme: "https",
  statement: "Sign in, please: it costs nothing!",
  expirationTime: "2026-01-02T00:00:00.5+01:00",
  notBefore: "2025-12-31T23:59:59Z",
  requestId: "some_id-1",
  resources: ["ipfs://bafybei/", "https://service.example/terms?x=1#y"],
};

describe("the grammar", () => {
  test.each<[string, Partial<SignInText>]>([
    ["a port", { domain: "service.example:8080" }],
    ["an IPv6 address", { domain: "[2001:db8::1]:80" }],
    ["user information", { domain: "user:word@service.example" }],
    ["a scheme of all its characters", { scheme: "a+b-c.1" }],
    ["every character of a statement", { statement: "-._~:/?#[]@!$&'()*+,;= aZ09" }],
    ["a URI without an authority", { uri: "did:example:123" }],
    ["a URI whose path is the root", { uri: "example:/" }],
    ["a chain of many digits", { chainId: "115792089237316195423570985008687907853" }],
    ["a nonce of eight characters", { nonce: "12345678" }],
    ["a fraction of a second", { issuedAt: "2026-01-01T00:00:00.123456789Z" }],
    ["times in lower case", { issuedAt: "2026-01-01t00:00:00.5z" }],
    ["an offset from UTC", { issuedAt: "2026-01-01T00:00:00-11:30" }],
    ["an empty request ID", { requestId: "" }],
    ["an escaped request ID", { requestId: "a%20b" }],
    ["no resource in the list", { resources: [] }],
  ])("accepts %s, and writes the same text", (_, change) => {
    for (const base of [LEAST, WHOLE]) {
      const text = signInText({ ...base, ...change });
      const message = parseSignInMessage(text);
      expect(message).toMatchObject({ ...base, ...change, account: "Ethereum", version: "1" });
      expect(message && writeSignInMessage(message)).toBe(text);
    }
  });

  test.each<[string, Partial<SignInText>]>([
    ["no domain", { domain: "" }],
    ["a domain with a path", { domain: "service.example/x" }],
    ["a domain with a space", { domain: "service example" }],
    ["an IPv6 address without brackets", { domain: "::1" }],
    ["a port of letters", { domain: "service.example:http" }],
    ["a scheme that begins with a digit", { scheme: "1http" }],
    ["no address", { address: "" }],
    ["an address in lower case", { address: wallet.address.toLowerCase() }],
    [
      "an address with a wrong checksum",
      { address: wallet.address.replace(/[a-f]/, (c) => c.toUpperCase()) },
    ],
    ["an address of 39 digits", { address: wallet.address.slice(0, -1) }],
    ["an empty statement", { statement: "" }],
    ["a statement of two lines", { statement: "one\ntwo" }],
    ["a statement with a quotation mark", { statement: 'say "yes"' }],
    ["no URI", { uri: "" }],
    ["a URI without a scheme", { uri: "//service.example" }],
    ["a URI with a space", { uri: "https://service.example/a b" }],
    ["a URI with a broken escape", { uri: "https://service.example/%2" }],
    ["a chain that is no number", { chainId: "0x1" }],
    ["no chain", { chainId: "" }],
    ["a nonce of seven characters", { nonce: "1234567" }],
    ["a nonce with a hyphen", { nonce: "1234-5678" }],
    ["a time without a zone", { issuedAt: "2026-01-01T00:00:00" }],
    ["a time without seconds", { issuedAt: "2026-01-01T00:00Z" }],
    ["a day that does not exist", { issuedAt: "2026-02-30T00:00:00Z" }],
    ["an hour that does not exist", { issuedAt: "2026-01-01T24:00:00Z" }],
    ["a wrong expiration time", { expirationTime: "tomorrow" }],
    ["a wrong time to begin", { notBefore: "" }],
    ["a request ID with a slash", { requestId: "a/b" }],
    ["a resource that is no URI", { resources: ["https://service.example", "here"] }],
  ])("refuses %s", (_, change) => {
    for (const base of [LEAST, WHOLE]) {
      expect(parseSignInMessage(signInText({ ...base, ...change }))).toBeUndefined();
    }
  });

  test("refuses every text that lacks a line, has one twice or has two in another order", () => {
    const lines = signInText(WHOLE).split("\n");
    const optional = /^(?:Expiration Time|Not Before|Request ID): |^- |^Sign in, /;
    for (const [at, line] of lines.entries()) {
      const without = lines.toSpliced(at, 1).join("\n");
      const isOptional = optional.test(line);
      expect(parseSignInMessage(without) !== undefined, `without ${line}`).toBe(isOptional);
      if (line.startsWith("- ") || at === lines.length - 1) continue;
      const twice = lines.toSpliced(at, 0, line).join("\n");
      expect(parseSignInMessage(twice), `twice ${line}`).toBeUndefined();
      const swapped = lines.with(at, lines[at + 1] ?? "").with(at + 1, line);
      if (lines[at + 1] === line) continue;
      expect(parseSignInMessage(swapped.join("\n")), `later ${line}`).toBeUndefined();
    }
  });

  test("refuses another version, other line ends and anything before or after", () => {
    const text = signInText(WHOLE);
    for (const other of [
      text.replace("Version: 1", "Version: 2"),
      text.replaceAll("\n", "\r\n"),
      `${text}\n`,
      ` ${text}`,
      text.replace("URI: ", "uri: "),
      text.replace("Ethereum", "Bitcoin"),
      `${text}${"x".repeat(8192)}`,
    ]) {
      expect(parseSignInMessage(other)).toBeUndefined();
    }
  });

  test("reads what it writes, and writes what it reads", () => {
    fc.assert(
      fc.property(signInTexts(["service.example", "localhost:3001", "user@host"]), (fields) => {
        const text = signInText(fields);
        const message = parseSignInMessage(text);
        expect(message).toEqual({ ...message, ...fields, account: "Ethereum", version: "1" });
        expect(message && writeSignInMessage(message)).toBe(text);
      }),
    );
  });

  test("never writes fields that would not be read back", () => {
    const message = parseSignInMessage(signInText(LEAST));
    if (message === undefined) throw new Error("the least message was refused");
    const forged = "x\n\nURI: https://evil.example";
    for (const change of [
      { statement: forged },
      { requestId: "1\nResources:" },
      { version: "2" },
    ]) {
      expect(writeSignInMessage({ ...message, ...change })).toBeUndefined();
    }
  });
});

describe("a message", () => {
  const now = Date.UTC(2026, 0, 1, 12);
  const expected: Expectation = {
    domain: LEAST.domain,
    uri: "https://service.example",
    chainId: "1",
    nonce: LEAST.nonce,
    now,
  };

  test.each<[string | null, Partial<SignInText>, Partial<Expectation>]>([
    [null, {}, {}],
    [null, WHOLE, {}],
    ["domain", { domain: "evil.example" }, {}],
    ["uri", { uri: "https://evil.example/login" }, {}],
    ["uri", { scheme: "http" }, {}],
    ["chain", { chainId: "5" }, {}],
    ["nonce", { nonce: "87654321" }, {}],
    ["expired", { expirationTime: "2026-01-01T12:00:00Z" }, {}],
    [null, { expirationTime: "2026-01-01T12:00:00.001Z" }, {}],
    ["not_yet_valid", { notBefore: "2026-01-01T12:00:00.001Z" }, {}],
    [null, { notBefore: "2026-01-01T12:00:00Z" }, {}],
    ["expired", WHOLE, { now: parseDateTime("2026-01-02T00:00:00Z") ?? 0 }],
  ])("has the fault %s: %o, %o", (fault, change, other) => {
    const message = parseSignInMessage(signInText({ ...LEAST, ...change }));
    if (message === undefined) throw new Error("the message was refused");
    expect(verifyMessage(message, { ...expected, ...other })).toBe(fault);
  });

  test("is signed by the key of its address over all of its bytes, and by no other", async () => {
    const verifier = createWalletVerifier();
    const address = verifier.parse(wallet.address);
    if (address === undefined) throw new Error("the address was refused");
    for (const text of [signInText(LEAST), signInText(WHOLE)]) {
      const signature = await wallet.signMessage(text);
      expect(await verifier.verify(address, text, signature)).toBe(true);
      expect(await verifier.verify(address, text.replace("login", "logon"), signature)).toBe(false);
      const stranger = new Wallet(`0x${"22".repeat(32)}`);
      expect(await verifier.verify(address, text, await stranger.signMessage(text))).toBe(false);
      expect(await verifier.verify(address, text, signature.slice(0, -4))).toBe(false);
    }
  });

  test("of a contract wallet is verified by asking the contract (EIP-1271)", async () => {
    const text = signInText({ ...LEAST, address: new Wallet(`0x${"33".repeat(32)}`).address });
    const signature = `0x${"ab".repeat(97)}`;
    const calls: Parameters<EthCall>[0][] = [];
    const isVerified = async (answer?: string): Promise<boolean> => {
      const verifier = createWalletVerifier(
        answer === undefined
          ? {}
          : {
              ethCall: async (call) => {
                calls.push(call);
                return answer;
              },
            },
      );
      const address = verifier.parse(parseSignInMessage(text)?.address ?? "");
      return address !== undefined && (await verifier.verify(address, text, signature));
    };
    expect(await isVerified(`0x1626ba7e${"0".repeat(56)}`)).toBe(true);
    expect(await isVerified(`0xffffffff${"0".repeat(56)}`)).toBe(false);
    expect(await isVerified("0x"), "no contract there").toBe(false);
    expect(await isVerified(), "nobody to ask").toBe(false);
    expect(calls[0]?.to).toBe(parseSignInMessage(text)?.address);
    expect(calls[0]?.data.startsWith("0x1626ba7e")).toBe(true);
    expect(calls[0]?.data).toContain(signature.slice(2));
  });
});
