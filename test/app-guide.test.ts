/** The guide that puts accounts into an application does what it says, on the sources. */

import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { followGuide, guideFiles, writeGuide } from "./support/app-guide.ts";
import { root } from "./support/workspace.ts";

const servers = [...guideFiles.keys()].filter((path) => /^[a-z]+\.ts$/.test(path));

test("the guide has a server for Express, Fastify and Hono, and routes for Next.js", () => {
  expect(servers).toEqual(["auth.ts", "express.ts", "fastify.ts", "hono.ts"]);
  expect([...guideFiles.keys()].filter((path) => path.endsWith("route.ts"))).toHaveLength(2);
});

test.each([...servers.slice(1), "next.mjs"])(
  "the calls to %s are answered as shown",
  async (file) => {
    const folder = mkdtempSync(join(tmpdir(), "bourse-app-guide-"));
    try {
      symlinkSync(join(root, "examples/node_modules"), join(folder, "node_modules"), "junction");
      await writeGuide(folder);
      const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
      const { shown, answered } = await followGuide(folder, file, flags);
      expect(shown).toHaveLength(4);
      expect(answered).toEqual(shown);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
