import type { IncomingMessage } from "node:http";

import { expect, test } from "vitest";

import { cameByHttps } from "../src/caller/came-by-https.ts";
import { parseTrustProxy, trustNobody } from "../src/index.ts";

/** Part of a request that the rule reads. */
const from = (remoteAddress: string | undefined, ...forwarded: string[]): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headersDistinct: forwarded.length === 0 ? {} : { "x-forwarded-proto": forwarded },
  }) as unknown as IncomingMessage;

test.each([
  ["one proxy says so", "1", from("9.9.9.9", "https"), true],
  ["a trusted network says so", "10.0.0.0/8", from("10.1.1.1", "https"), true],
  ["loopback by name says so", "loopback", from("::ffff:127.0.0.1", "https"), true],
  ["capitals", "1", from("9.9.9.9", "HTTPS"), true],
  ["the outermost of two proxies says so", "1", from("9.9.9.9", "https, http"), true],
  ["the header given twice", "1", from("9.9.9.9", "https", "http"), true],
  ["only the inner of two proxies says so", "1", from("9.9.9.9", "http, https"), false],
  ["a proxy says otherwise", "1", from("9.9.9.9", "http"), false],
  ["no header", "1", from("9.9.9.9"), false],
  ["an empty header", "1", from("9.9.9.9", ""), false],
  ["no proxy is trusted", "0", from("9.9.9.9", "https"), false],
  ["the caller is outside the network", "10.0.0.0/8", from("9.9.9.9", "https"), false],
  ["the connection is gone", "1", from(undefined, "https"), false],
])("who came by HTTPS: %s", (_name, trust, request, expected) => {
  expect(cameByHttps(request, parseTrustProxy(trust)!)).toBe(expected);
});

test("a header that a caller invents has no effect without a trusted proxy", () => {
  expect(cameByHttps(from("127.0.0.1", "https"), trustNobody)).toBe(false);
});
