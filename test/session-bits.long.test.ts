/**
 * A session has the bits of the backtest, and the same ones on every platform: one program, bundled as for a page, on
 * the runtimes, in a thread, in a page of Chromium and in a worker of it.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, openBrowser } from "./support/browser.ts";
import { areRuntimesTried, RUNTIMES } from "./support/runtimes.ts";
import { sessionBits } from "./support/session-bits.ts";
import { root } from "./support/workspace.ts";

const RUNS = 15;
const folder = mkdtempSync(join(tmpdir(), "bourse-bits-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!areRuntimesTried)("the bits of sessions", { timeout: 300_000 }, () => {
  const here = sessionBits();
  let program: string;

  beforeAll(async () => {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: ["test/support/session-bits.ts"],
      bundle: true,
      write: false,
      // A module of Node would be an error here.
      platform: "browser",
      format: "iife",
      globalName: "bits",
      conditions: ["@bourse/source"],
      logLevel: "error",
    });
    program = outputFiles[0]?.text ?? "";
  }, 300_000);

  test("are those of the backtests, other ones for every run", () => {
    expect(here.map(({ session }) => session)).toEqual(here.map(({ backtest }) => backtest));
    expect([here.length, new Set(here.map(({ inputs }) => inputs)).size]).toEqual([RUNS, RUNS]);
    expect(new Set(here.map(({ session }) => session)).size).toBeGreaterThan(RUNS / 2);
  });

  test.each([
    ...Object.entries(RUNTIMES),
    ["the workspace's Node.js", [process.execPath]] as const,
  ])("are the same on %s", (_, [command = "", ...words]) => {
    const file = join(folder, "program.mjs");
    writeFileSync(file, `${program}\nconsole.log(JSON.stringify(bits.sessionBits()));`);
    const { status, stdout, stderr } = spawnSync(command, [...words, file], { encoding: "utf8" });
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual(here);
  });

  test("are the same in a thread", async () => {
    const tell = `require("node:worker_threads").parentPort.postMessage(bits.sessionBits());`;
    const thread = new Worker(`${program}\n${tell}`, { eval: true });
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    thread.once("message", resolve).once("error", reject);
    expect(await promise).toEqual(here);
    await thread.terminate();
  });

  test.skipIf(isBrowserAbsent)(
    "are the same in a page of Chromium and in a worker of it",
    async () => {
      const browser = await openBrowser();
      try {
        const page = await browser.newPage();
        await page.addScriptTag({ content: program });
        expect(await page.evaluate("bits.sessionBits()")).toEqual(here);
        const code = JSON.stringify(`${program}\npostMessage(bits.sessionBits());`);
        const inWorker = await page.evaluate(`new Promise((resolve, reject) => {
        const worker = new Worker(URL.createObjectURL(new Blob([${code}])));
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      })`);
        expect(inWorker).toEqual(here);
      } finally {
        await browser.close();
      }
    },
  );
});
