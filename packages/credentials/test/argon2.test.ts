import { describe, expect, test } from "vitest";

import * as node from "../src/argon2/node.ts";
import * as web from "../src/argon2/web.ts";

const COST = { memoryCost: 16, timeCost: 2, parallelism: 1 };

describe.each([
  ["the binary", node, "JavaScript", web],
  ["JavaScript", web, "the binary", node],
])("a hash by %s", (_, one, __, other) => {
  test("is a PHC string with its cost, which both verify", async () => {
    const phc = await one.hashByArgon2("correct horse", COST);
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=16,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await one.isHashByArgon2(phc, "correct horse")).toBe(true);
    expect(await other.isHashByArgon2(phc, "correct horse")).toBe(true);
    expect(await other.isHashByArgon2(phc, "correct horsf")).toBe(false);
    expect(await one.hashByArgon2("correct horse", COST)).not.toBe(phc);
  });

  test("is no other text", async () => {
    await expect(one.isHashByArgon2("a text", "a password")).rejects.toThrow(/PHC|Decoding/u);
  });
});
