import type { IncomingMessage } from "node:http";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { clientAddress, parseTrustProxy, trustNobody } from "../src/index.ts";

/** Part of a request that the rule reads. */
const from = (remoteAddress: string, ...forwarded: string[]): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headersDistinct: { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

describe("the caller's address", () => {
  test.each([
    ["nobody is trusted", "0", from("9.9.9.9", "1.1.1.1"), "9.9.9.9"],
    ["one proxy", "1", from("9.9.9.9", "1.1.1.1, 2.2.2.2"), "2.2.2.2"],
    ["two proxies", "2", from("9.9.9.9", "1.1.1.1, 2.2.2.2"), "1.1.1.1"],
    ["more proxies than entries", "5", from("9.9.9.9", "1.1.1.1"), "1.1.1.1"],
    ["no header", "1", from("9.9.9.9"), "9.9.9.9"],
    ["a network", "10.0.0.0/8", from("10.1.1.1", "6.6.6.6, 7.7.7.7, 10.2.2.2"), "7.7.7.7"],
    ["a caller outside the network", "10.0.0.0/8", from("9.9.9.9", "6.6.6.6"), "9.9.9.9"],
    ["loopback by name", "loopback", from("::1", "6.6.6.6"), "6.6.6.6"],
    ["an entry with a port", "1", from("9.9.9.9", "6.6.6.6:4711"), "6.6.6.6"],
    ["an IPv6 entry with a port", "1", from("9.9.9.9", "[2001:DB8::1]:4711"), "2001:db8::1"],
    ["an entry that is no address", "1", from("9.9.9.9", "6.6.6.6, unknown"), "9.9.9.9"],
    ["an IPv4 caller over IPv6", "0", from("::ffff:9.9.9.9"), "9.9.9.9"],
    ["an IPv4 caller over IPv6 in hex", "0", from("::ffff:909:909"), "9.9.9.9"],
    ["a forwarded IPv4 address in hex", "1", from("9.9.9.9", "::ffff:cb00:7111"), "203.0.113.17"],
    ["a trusted proxy in hex", "::ffff:9.9.9.9", from("::ffff:909:909", "6.6.6.6"), "6.6.6.6"],
    ["a long IPv6 entry", "1", from("9.9.9.9", "2001:DB8:0:0:0:0:0:1"), "2001:db8::1"],
    ["the header given twice", "1", from("9.9.9.9", "1.1.1.1", "2.2.2.2"), "2.2.2.2"],
  ])("%s", (_name, trust, request, expected) => {
    expect(clientAddress(request, parseTrustProxy(trust)!)).toBe(expected);
  });

  test("does not depend on anything left of the last untrusted entry", () => {
    const trust = parseTrustProxy("10.0.0.0/8")!;
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.string())), (spoofed) => {
        const header = [...spoofed.map((text) => text.replaceAll(",", "")), "7.7.7.7", "10.2.2.2"];
        expect(clientAddress(from("10.1.1.1", header.join(",")), trust)).toBe("7.7.7.7");
      }),
    );
  });

  test("is empty when the connection is gone", () => {
    expect(clientAddress(from(""), trustNobody)).toBe("");
  });
});

test.each([
  "x",
  "17",
  "-1",
  "1.5",
  "",
  "10.0.0.0/33",
  "10.0.0.0/8/8",
  "10.0.0/8",
  "::/129",
  "a.b.c.d",
])('TRUST_PROXY "%s" is refused', (text) => {
  expect(parseTrustProxy(text)).toBeUndefined();
});
