import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { JsonProblem, parseJsonBytes, parseJsonText } from "../src/index.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function refusal(text: string): string {
  try {
    parseJsonText(text);
  } catch (error) {
    expect(error).toBeInstanceOf(JsonProblem);
    return (error as JsonProblem).message;
  }
  throw new Error(`accepted: ${text}`);
}

describe("parseJson", () => {
  test("reads whatever JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('"__proto__"') && !text.includes('"prototype"'));
        expect(parseJsonBytes(bytes(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  test("refuses a doubled key in any object, however the key is spelled", () => {
    const around = (inner: string, depth: number): string =>
      Array.from({ length: depth }).reduce<string>(
        (text, _, at) => (at % 2 === 0 ? `[1,${text}]` : `{"k":${text}}`),
        inner,
      );
    fc.assert(
      fc.property(fc.string(), fc.nat(20), (key, depth) => {
        fc.pre(key !== "__proto__");
        const name = JSON.stringify(key);
        expect(refusal(around(`{${name}:1,"x":"a:b",${name}:2}`, depth))).toMatch(/twice/);
      }),
    );
    expect(refusal('{"a":1,"\\u0061":2}')).toMatch(/twice/);
  });

  test("accepts equal keys in different objects, and colons and brackets in strings", () => {
    const text = '{"a":{"a":":{[\\":\\\\"},"b":[{"a":1},{"a":2}]}';
    expect(parseJsonText(text)).toEqual(JSON.parse(text));
  });

  test("accepts 64 levels and refuses 65", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(() => parseJsonText(nested(64))).not.toThrow();
    expect(refusal(nested(65))).toBe("nested deeper than 64 levels");
    expect(() => parseJsonText(nested(3), { maxDepth: 3 })).not.toThrow();
    expect(() => parseJsonText(nested(4), { maxDepth: 3 })).toThrow(JsonProblem);
  });

  test("refuses a megabyte of open brackets without running out of stack", () => {
    expect(refusal("[".repeat(1_048_576))).toMatch(/nested deeper/);
    expect(refusal('{"a":'.repeat(200_000))).toMatch(/nested deeper/);
  });

  test.each([
    ['{"__proto__":{"admin":true}}', /__proto__/],
    ['[{"a":{"\\u005f_proto__":1}}]', /__proto__/],
    ['{"constructor":{"prototype":{}}}', /constructor\.prototype/],
    ["1e999", /too large/],
    ['{"a":[-1e999]}', /too large/],
    ["", /not valid JSON/],
    ['{"a":1,}', /not valid JSON/],
    ["{'a':1}", /not valid JSON/],
    ["[1 2]", /not valid JSON at position 3/],
    ["NaN", /not valid JSON/],
    ['"\u0000"', /not valid JSON/],
    ['"abc', /not valid JSON/],
  ])("refuses %j", (text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  test("lets a key named constructor pass when nothing hangs on it", () => {
    expect(parseJsonText('{"constructor":"Mercedes"}')).toEqual({ constructor: "Mercedes" });
  });

  test("refuses bytes that are not UTF-8 and drops a byte order mark", () => {
    expect(() => parseJsonBytes(Uint8Array.of(0x22, 0xff, 0x22))).toThrow(/UTF-8/);
    expect(() => parseJsonBytes(Uint8Array.of(0x22, 0xc0, 0x80, 0x22))).toThrow(/UTF-8/);
    expect(parseJsonBytes(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31))).toBe(1);
  });

  test("reads whole numbers of up to 100 digits exactly when asked to, and all else as ever", () => {
    const exact = (text: string): unknown => parseJsonText(text, { exactIntegers: true });
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 90n), max: 10n ** 90n }), (whole) => {
        const read = (exact(`{"a":[${whole}]}`) as { a: [bigint | number] }).a[0];
        const isSafe = Number.isSafeInteger(Number(whole)) && BigInt(Number(whole)) === whole;
        expect(read).toBe(isSafe ? Number(whole) : whole);
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(
          !text.includes('"__proto__"') && !text.includes('"prototype"') && !/\d{16}/.test(text),
        );
        expect(exact(text)).toEqual(JSON.parse(text));
      }),
    );
    expect(exact('["9007199254740993",1234567890123456.5,1e300]')).toEqual([
      "9007199254740993",
      1234567890123456.5,
      1e300,
    ]);
    expect(exact("9".repeat(101))).toBe(1e101);
    expect(() => exact("9".repeat(400))).toThrow("a number is too large");
  });
});
