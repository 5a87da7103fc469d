/** A command loads what it needs, so that its answer comes soon. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, onTestFinished, test } from "vitest";

import { childVariables } from "../../../test/support/child-variables.ts";

/** Prints the URL of each module that the process loads to standard error. */
const printLoaded = `data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from "node:module";
   registerHooks({ load(url, context, next) { console.error("loaded " + url); return next(url, context); } });`,
)}`;

test("a backtest of a file loads neither the server nor a client of an exchange", () => {
  const folder = mkdtempSync(join(tmpdir(), "bourse-loaded-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const rows = Array.from({ length: 60 }, (_, at) => {
    const price = 100 + Math.sin(at);
    return [1_700_000_000_000 + at * 3_600_000, price, price + 1, price - 1, price, 5].join(",");
  });
  const file = join(folder, "hours.csv");
  writeFileSync(file, ["timestamp,open,high,low,close,volume", ...rows].join("\n"));
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
  const words = ["backtest", "run", "--csv", file, "--strategy", "rsi"];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["-C", "@bourse/source", "--import", printLoaded, main, ...words],
    { cwd: folder, env: childVariables(), encoding: "utf8" },
  );
  expect(status, stderr).toBe(0);
  expect(stdout).toContain("60 candles");
  const loaded = stderr.split("\n").filter((line) => line.startsWith("loaded "));
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded.filter((url) => /\/(?:polka|pino|undici|prom-client)\//.test(url))).toEqual([]);
});
