/** Every vector of EIP-4361's reference implementation, judged as its files say. */
import { describe, expect, test } from "vitest";

import { createWalletVerifier } from "../src/index.ts";
import { parseDateTime } from "../src/text/date-time.ts";
import {
  type SignInMessage,
  parseSignInMessage,
  writeSignInMessage,
} from "../src/wallet/sign-in-message.ts";
import { verifyMessage } from "../src/wallet/verify-message.ts";
import { absent, vectors } from "./support/vectors.ts";

type Fields = Omit<SignInMessage, "chainId" | "account"> & { readonly chainId: number | string };

interface Verification extends Fields {
  readonly signature: string;
  readonly time?: string;
  readonly domainBinding?: string;
  readonly matchNonce?: string;
}

const messageOf = ({ chainId, ...fields }: Fields): SignInMessage => ({
  scheme: fields.scheme,
  domain: fields.domain ?? "",
  account: "Ethereum",
  address: fields.address ?? "",
  statement: fields.statement,
  uri: fields.uri ?? "",
  version: fields.version ?? "",
  chainId: chainId === undefined ? "" : String(chainId),
  nonce: fields.nonce ?? "",
  issuedAt: fields.issuedAt ?? "",
  expirationTime: fields.expirationTime,
  notBefore: fields.notBefore,
  requestId: fields.requestId,
  resources: fields.resources,
});

async function isAccepted(vector: Verification): Promise<boolean> {
  const text = writeSignInMessage(messageOf(vector));
  const message = text === undefined ? undefined : parseSignInMessage(text);
  if (text === undefined || message === undefined) return false;
  const fault = verifyMessage(message, {
    domain: vector.domainBinding ?? vector.domain,
    nonce: vector.matchNonce ?? vector.nonce,
    now: parseDateTime(vector.time ?? "2026-11-21T00:00:00Z") ?? Number.NaN,
  });
  const verifier = createWalletVerifier();
  const wallet = verifier.parse(vector.address);
  if (fault !== null || wallet === undefined) return false;
  return await verifier.verify(wallet, text, vector.signature);
}

describe.skipIf(absent)("the vectors of EIP-4361", () => {
  test("are all there", () => {
    const files = ["parsingPositive", "parsingNegative", "parsingNegativeObjects"];
    const signed = ["verificationPositive", "verificationNegative", "eip1271"];
    for (const file of [...files, ...signed]) {
      expect(vectors(`${file}.json`).length, file).toBeGreaterThan(0);
    }
  });

  test.for(vectors<{ message: string; fields: Fields }>("parsing_positive.json"))(
    "accepted and written back: %s",
    ([, { message, fields }]) => {
      const parsed = parseSignInMessage(message);
      const { scheme, ...others } = fields;
      expect(parsed).toEqual(messageOf({ ...others, scheme: scheme ?? undefined }));
      expect(parsed && writeSignInMessage(parsed)).toBe(message);
    },
  );

  test.for(vectors<string>("parsing_negative.json"))("refused: %s", ([, message]) => {
    expect(parseSignInMessage(message)).toBeUndefined();
  });

  test.for(vectors<Fields>("parsing_negative_objects.json"))("never written: %s", ([, fields]) => {
    expect(writeSignInMessage(messageOf(fields))).toBeUndefined();
  });

  test.for(vectors<Verification>("verification_positive.json"))(
    "verified: %s",
    async ([, vector]) => {
      expect(await isAccepted(vector)).toBe(true);
    },
  );

  test.for(vectors<Verification>("verification_negative.json"))(
    "not verified: %s",
    async ([, vector]) => {
      expect(await isAccepted(vector)).toBe(false);
    },
  );

  test.for(vectors<{ message: string; signature: string }>("eip1271.json"))(
    "a contract wallet is asked, and its word counts: %s",
    async ([, { message, signature }]) => {
      const address = parseSignInMessage(message)?.address ?? "";
      const calls: { to: string; data: string }[] = [];
      const answering = (answer: string) => async (call: { to: string; data: string }) => {
        calls.push(call);
        return answer;
      };
      const judged = async (answer?: string): Promise<boolean> => {
        const verifier = createWalletVerifier(
          answer === undefined ? {} : { ethCall: answering(answer) },
        );
        const wallet = verifier.parse(address);
        return wallet !== undefined && (await verifier.verify(wallet, message, signature));
      };
      expect(await judged(`0x1626ba7e${"0".repeat(56)}`)).toBe(true);
      expect(await judged(`0xffffffff${"0".repeat(56)}`)).toBe(false);
      expect(await judged("0x"), "no contract there").toBe(false);
      expect(await judged(), "nobody to ask").toBe(false);
      expect(calls[0]).toMatchObject({ to: address });
      expect(calls[0]?.data.startsWith("0x1626ba7e")).toBe(true);
      expect(calls[0]?.data).toContain(signature.slice(2));
    },
  );
});
