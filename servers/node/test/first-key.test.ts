/** Credentials that a node makes at its start: the first API key and the link into the dashboard. */

import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { call } from "./support/calls.ts";
import { startTestNode } from "./support/running-node.ts";

test("the first key is in a file of mode 0600 whose path is told, unless a person reads the terminal", async () => {
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

test("the first key is shown once on a terminal, and in no file", async () => {
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

test("the link into the dashboard is in a file of mode 0600 too, unless a person reads the terminal", async () => {
  const variables = { TRUST_PROXY: "loopback" };
  const node = await startTestNode({
    atEnd: onTestFinished,
    variables,
    parts: { isTerminal: false },
  });
  const { adminHint = "", urls } = node.running;
  const path = join(node.config.DATA_DIR, "node", "dashboard-link");
  expect(adminHint).toContain(path);
  expect(adminHint).not.toContain("token=");
  const link = (await readFile(path, "utf8")).trim();
  expect(link.startsWith(`${urls.dashboard}/session?token=`), link).toBe(true);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await call("GET", link)).status).toBe(303);
});
