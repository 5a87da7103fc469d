import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { authEnvironment } from "../src/environment.ts";

const readme = await readFile(join(import.meta.dirname, "../README.md"), "utf8");

test.each(Object.keys(authEnvironment))("the README explains %s", (name) => {
  expect(readme).toContain(`\`${name}\``);
});

test.each(["AUTH_PORT", "AUTH_PREFIX", "AUTH_ALGORITHM", "ACCESS_TOKEN_TTL_SECONDS"] as const)(
  "the README tells the default of %s",
  (name) => {
    const fallback = authEnvironment[name].parse(undefined);
    const row = readme.split("\n").find((line) => line.startsWith(`| \`${name}\``));
    expect(row?.split("|")[2]?.trim()).toBe(`\`${fallback}\``);
  },
);
