/**
 * Sign-in messages against two other implementations: `siwe`, the reference of EIP-4361, and `viem`. Generated messages
 * and small mutations of them are accepted by all or refused by all; each class of texts where a library differs is
 * listed below with its reason and an example.
 */
import { isIPv4 } from "node:net";

import fc from "fast-check";
import { SiweMessage } from "siwe";
import { createSiweMessage, parseSiweMessage } from "viem/siwe";
import { describe, expect, test } from "vitest";

import { parseSignInMessage } from "../src/wallet/sign-in-message.ts";
import { type SignInText, mutations, signInText, signInTexts } from "./support/sign-in-text.ts";

const MESSAGE: SignInText = {
  domain: "service.org",
  address: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
  uri: "https://service.org/login",
  chainId: "1",
  nonce: "32891757",
  issuedAt: "2021-09-30T16:25:24.000Z",
};

interface Difference {
  /** Reason for the difference. */
  readonly reason: string;
  readonly acceptedBy: "us" | "them";
  readonly isFoundIn: (text: string) => boolean;
  readonly example: Partial<SignInText>;
}

const matching =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

const SIWE_DIFFERENCES: readonly Difference[] = [
  {
    reason: "siwe takes an empty statement; the grammar asks for one character at least",
    acceptedBy: "them",
    isFoundIn: matching(/\n\n\n\nURI: /),
    example: { statement: "" },
  },
  {
    reason:
      "siwe takes user information before an empty host; nobody signs in to a host without a name",
    acceptedBy: "them",
    isFoundIn: matching(/@(?:[:/?#\n]| wants|$)/),
    example: { domain: "user@" },
  },
];

const VIEM_DIFFERENCES: readonly Difference[] = [
  {
    reason: "viem writes no line for an empty request ID, which the grammar allows",
    acceptedBy: "us",
    isFoundIn: matching(/\nRequest ID: (?:\n|$)/),
    example: { requestId: "" },
  },
  {
    reason:
      "viem writes times in UTC with milliseconds and capitals only; RFC 3339 allows other digits and offsets, t and z",
    acceptedBy: "us",
    isFoundIn: matching(/: \d{4}-\d\d-\d\d(?:t|T(?!\d\d:\d\d:\d\d\.\d{3}Z(?:\n|$)))/),
    example: { issuedAt: "2021-09-30T18:25:24+02:00" },
  },
  {
    reason: "viem writes the chain without leading zeros, which the grammar allows",
    acceptedBy: "us",
    isFoundIn: matching(/\nChain ID: 0\d/),
    example: { chainId: "01" },
  },
  {
    reason:
      "viem knows names with a dot, localhost and IPv4 addresses; RFC 3986 has more authorities",
    acceptedBy: "us",
    isFoundIn: (text) => {
      const host = /^(?:[^ ]*:\/\/)?([^ ]*?)(?::\d{1,5})? /.exec(text)?.[1] ?? "";
      const isName = /^(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}$/.test(host);
      return !isName && host !== "localhost" && !isIPv4(host);
    },
    example: { domain: "[::1]:80" },
  },
  {
    reason: "viem takes any character in a statement; the grammar has those of URIs and the space",
    acceptedBy: "them",
    isFoundIn: matching(/:\n0x\w{40}\n\n.*[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= \n].*\n\nURI: /),
    example: { statement: "Ä" },
  },
  {
    reason: "viem takes any character in a request ID; the grammar has those of a path segment",
    acceptedBy: "them",
    isFoundIn: matching(
      /\nRequest ID: .*(?:[^A-Za-z0-9\-._~!$&'()*+,;=:@%\n]|%(?![0-9A-F]{2})).*(?:\n|$)/i,
    ),
    example: { requestId: "a b" },
  },
  {
    reason: "viem takes any character of URIs at any place in one; RFC 3986 has each in its place",
    acceptedBy: "them",
    isFoundIn: matching(/\n(?:URI:|-) .*[[\]#@:].*(?:\n|$)/),
    example: { uri: "https://service.org/[x]" },
  },
];

function isAcceptedByUs(text: string): boolean {
  return parseSignInMessage(text) !== undefined;
}

function isAcceptedBySiwe(text: string): boolean {
  try {
    return new SiweMessage(text).prepareMessage() !== "";
  } catch {
    return false;
  }
}

/** viem reads the parts that it finds in any text: the text is a message when viem writes the same of these parts. */
function isAcceptedByViem(text: string): boolean {
  try {
    const parts = parseSiweMessage(text) as Parameters<typeof createSiweMessage>[0];
    return createSiweMessage(parts) === text;
  } catch {
    return false;
  }
}

const RUNS = 1000;
const DOMAINS = ["service.org", "localhost:3001", "127.0.0.1:80", "sub.example.com"];

describe.each([
  ["siwe", isAcceptedBySiwe, SIWE_DIFFERENCES, [...DOMAINS, "[::1]:80", "user@host", "a:b@h:1"]],
  ["viem", isAcceptedByViem, VIEM_DIFFERENCES, DOMAINS],
] as const)("%s", (_, isAcceptedByThem, differences, domains) => {
  test("accepts and refuses the same messages, but for the differences listed", () => {
    let accepted = 0;
    const texts = fc
      .tuple(signInTexts(domains), fc.array(mutations, { maxLength: 2 }))
      .map(([fields, changes]) =>
        changes.reduce((text, change) => change(text), signInText(fields)),
      );
    fc.assert(
      fc.property(texts, (text) => {
        const isAccepted = isAcceptedByUs(text);
        if (isAccepted) accepted += 1;
        if (isAccepted === isAcceptedByThem(text)) return;
        const acceptedBy = isAccepted ? "us" : "them";
        const isListed = differences.some(
          (one) => one.acceptedBy === acceptedBy && one.isFoundIn(text),
        );
        expect(isListed, `accepted by ${acceptedBy} alone: ${JSON.stringify(text)}`).toBe(true);
      }),
      { numRuns: RUNS, seed: 4361 },
    );
    expect(accepted, "both verdicts are reached often").toBeGreaterThan(RUNS / 4);
    expect(accepted).toBeLessThan((RUNS * 3) / 4);
  }, 60_000);

  test.each(differences)("differs: $reason", ({ acceptedBy, isFoundIn, example }) => {
    const text = signInText({ ...MESSAGE, ...example });
    expect(isFoundIn(text)).toBe(true);
    expect([isAcceptedByUs(text), isAcceptedByThem(text)]).toEqual([
      acceptedBy === "us",
      acceptedBy === "them",
    ]);
  });
});
