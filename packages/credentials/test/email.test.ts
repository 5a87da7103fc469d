/** Grammar of e-mail addresses. The cases are those of isemail's list (https://isemail.info, Dominic Sayers). */
import { describe, expect, test } from "vitest";

import { checkEmail } from "../src/index.ts";

const long = (length: number): string => "abcdefghijklmnopqrstuvwxyz".repeat(10).slice(0, length);

test.each([
  "test@iana.org",
  "test@nominet.org.uk",
  "test@about.museum",
  "a@iana.org",
  "test.test@iana.org",
  "!#$%&`*+/=?^`{|}~@iana.org",
  "o'neill+tag@iana.org",
  "123@iana.org",
  "test@123.com",
  "test@mason-dixon.com",
  "test@g--a.com",
  "test@xn--hxajbheg2az3al.xn--jxalpdlp",
  "xn--test@iana.org",
  `${long(64)}@iana.org`,
  `test@${long(63)}.com`,
  // RFC 6531: other scripts in both parts.
  "josé@münchen.de",
  "用户@例子.中国",
])("%j is an e-mail address", (text) => {
  expect(checkEmail(text)).toBe(text);
});

test("white space around an address is removed, as everywhere in a form", () => {
  for (const text of [" test@iana.org", "test@iana.org\n", "\r\n test@iana.org \t"]) {
    expect(checkEmail(text)).toBe("test@iana.org");
  }
});

describe("no e-mail address is", () => {
  test.each([
    "",
    "test",
    "@",
    "test@",
    "test@io",
    "@io",
    "@iana.org",
    ".test@iana.org",
    "test.@iana.org",
    "test..iana.org",
    "te..st@iana.org",
    "test_exa-mple.com",
    "test\\@test@iana.org",
    "test@test@iana.org",
    `${long(65)}@iana.org`,
    `test@${long(64)}.com`,
    "test@-iana.org",
    "test@iana-.com",
    "test@.iana.org",
    "test@iana.org.",
    "test@iana..com",
    "a@b..com",
    "-@..com",
    ".dot@iana.org",
    `a@${long(63)}.${long(63)}.${long(63)}.${long(58)}.hij`,
    '"test"@iana.org',
    '"""@iana.org',
    '"\\"@iana.org',
    'test"@iana.org',
    '"test@iana.org',
    '"test"test@iana.org',
    'test"text"@iana.org',
    '"test"."test"@iana.org',
    '"test test"@iana.org',
    '"test\0"@iana.org',
    "test@[255.255.255.255]",
    "test@a[255.255.255.255]",
    "test@[1.2.3.4",
    "test@1.2.3.4",
    "test@[IPv6:1111:2222:3333:4444:5555:6666:7777:8888]",
    " test @iana.org",
    "test@ iana .com",
    "test . test@iana.org",
    "(comment)test@iana.org",
    "((comment)test@iana.org",
    "test@(comment)iana.org",
    "test(comment)test@iana.org",
    "test@iana.org-",
    "(test@iana.org",
    "test@(iana.org",
    "(comment\\)test@iana.org",
    "test@iana.org(comment\\",
    "test@[RFC-5322-domain-literal]",
    "test@[RFC-5322]-domain-literal]",
    "test@[RFC-5322-[domain-literal]",
    "test@[RFC-5322-\\\u0007-domain-literal]",
    "test@[RFC 5322 domain literal]",
    "\u007f@iana.org",
    "test@\u007f.org",
    '"\u007f"@iana.org',
    "te\rst@iana.org",
    "te\nst@iana.org",
    "\u0007@iana.org",
    "test@\u0007.org",
    "test@iana.org\r\n\r\n x",
    "test@iana/icann.org",
    "test@iana_icann.org",
    "test.(comment)test@iana.org",
    "te\u200bst@iana.org",
    "te\u202est@iana.org",
    "test@ia\u200bna.org",
    "\ud800@iana.org",
    "test@iana.org,other@iana.org",
    "Test <test@iana.org>",
    "mailto:test@iana.org?",
    "test@iana.0x1",
    // 64 characters of four bytes each.
    `${"𝒜".repeat(17)}@iana.org`,
    `test@${"ü".repeat(60)}.de`,
  ])("%j", (text) => {
    expect(() => checkEmail(text)).toThrow(expect.objectContaining({ code: "EMAIL_REFUSED" }));
  });
});

test.each([
  ["a@b..com", "dots", /two dots in a row/],
  [".dot@iana.org", "dots", /at the beginning/],
  ["test@iana.org.", "dots", /at the beginning or end/],
  ["ada", "at_sign", /one @/],
  ["test@test@iana.org", "at_sign", /one @/],
  [`${long(65)}@iana.org`, "too_long", /64 bytes/],
  [`${long(250)}@iana.org`, "too_long", /254 characters/],
  ['"test"@iana.org', "local_part", /before the @/],
  ["test@io", "domain", /such as example\.com/],
  ["test@[1.2.3.4]", "domain", /after the @/],
  ["test@-iana.org", "domain", /inner hyphens/],
])("%j is refused for its true cause, %s", (text, reason, message) => {
  expect(() => checkEmail(text)).toThrow(
    expect.objectContaining({
      details: { reason },
      message: expect.stringMatching(message) as string,
    }),
  );
});
