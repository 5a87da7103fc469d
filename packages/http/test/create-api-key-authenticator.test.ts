import fc from "fast-check";
import { expect, test } from "vitest";

import { createApiKeyAuthenticator } from "../src/index.ts";

test("a key is known exactly when it is one of those configured", () => {
  const key = fc.string({ minLength: 1 });
  fc.assert(
    fc.property(fc.array(key), key, (keys, presented) => {
      expect(createApiKeyAuthenticator(keys)(presented)).toBe(keys.includes(presented));
    }),
  );
});

test("no key, an empty one and a prefix of one are unknown", () => {
  const isKnown = createApiKeyAuthenticator(["0123456789abcdef"]);
  expect(isKnown("0123456789abcdef")).toBe(true);
  expect(isKnown(undefined)).toBe(false);
  expect(isKnown("")).toBe(false);
  expect(isKnown("0123456789abcde")).toBe(false);
});
