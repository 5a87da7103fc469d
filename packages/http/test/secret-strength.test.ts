import { randomBytes } from "node:crypto";

import { describe, expect, test } from "vitest";

import { MINIMUM_SECRET_BITS, secretBits } from "../src/environment/secret-strength.ts";
import { checkSecrets, commonEnvironment, readEnvironment } from "../src/index.ts";

function warningsOf(variables: Readonly<Record<string, string>>): readonly string[] {
  const warnings: string[] = [];
  const shape = { ...commonEnvironment };
  const config = readEnvironment(shape, variables);
  checkSecrets(shape, config, (sentence) => warnings.push(sentence));
  return warnings;
}

const GUESSED = [
  "aaaaaaaaaaaaaaaa",
  "abababababababab",
  "0123456789abcdef",
  "abcdefghijklmnopqrstuvwxyz",
  "1234567890123456",
  "passwordpassword",
  "changeme-changeme-changeme",
  "your-api-key-goes-here",
  "a".repeat(512),
  "abc123abc123abc123abc123",
  "qwertyuiopasdfgh",
  "secret-token-for-the-operator",
  "1122334455667788",
  "aabbccddeeffgghh",
];

describe("a secret of the settings", () => {
  test.each(GUESSED)("like %s is refused in production and warned of elsewhere", (key) => {
    for (const name of ["API_KEYS", "METRICS_TOKEN"]) {
      expect(() => warningsOf({ [name]: key, NODE_ENV: "production" }), name).toThrow(
        expect.objectContaining({ code: "ENVIRONMENT_INVALID" }) as Error,
      );
      const warnings = warningsOf({ [name]: key });
      expect(warnings).toEqual([expect.stringContaining(`${name}: expected a secret`)]);
      expect(warnings.join(), "the secret itself").not.toContain(key);
    }
  });

  test("is refused when only one of a list is weak", () => {
    const strong = randomBytes(32).toString("base64url");
    expect(warningsOf({ API_KEYS: `${strong},aaaaaaaaaaaaaaaa` })).toHaveLength(1);
    expect(warningsOf({ API_KEYS: strong, NODE_ENV: "production" })).toEqual([]);
  });

  test("is strong enough though some of its random characters go on with others", () => {
    expect(secretBits("23a0aee5151bb0e8806ff45023abbabc")).toBeGreaterThanOrEqual(80);
  });

  test.each(["base64", "base64url", "hex"] as const)(
    "of 16 random bytes in %s is strong enough, always",
    (encoding) => {
      for (let count = 0; count < 2000; count++) {
        const key = randomBytes(16).toString(encoding);
        expect(secretBits(key), key).toBeGreaterThanOrEqual(MINIMUM_SECRET_BITS);
      }
    },
  );
});
