/** The API key that a node makes at its first start. */

import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { startTestNode } from "./support/running-node.ts";

test("is in a file of mode 0600 whose path is told, unless a person reads the terminal", async () => {
  const variables = { API_KEYS: "" };
  const node = await startTestNode({
    atEnd: onTestFinished,
    variables,
    parts: { isTerminal: false },
  });
  const { firstKey = "", adminHint = "" } = node.running;
  const path = join(node.config.DATA_DIR, "node", "first-api-key");
  expect(adminHint).toContain(path);
  expect(adminHint).not.toContain(firstKey);
  expect(await readFile(path, "utf8")).toBe(`${firstKey}\n`);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("is shown once on a terminal, and in no file", async () => {
  const variables = { API_KEYS: "" };
  const node = await startTestNode({
    atEnd: onTestFinished,
    variables,
    parts: { isTerminal: true },
  });
  const { firstKey = "none", adminHint } = node.running;
  expect(adminHint).toContain(firstKey);
  const path = join(node.config.DATA_DIR, "node", "first-api-key");
  await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
});
