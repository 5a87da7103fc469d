/**
 * The packages on other platforms than the workspace's Node.js, from the tarballs as they are published: the same
 * backtest gives the same figures to the bit, and a login and the review of a market the same answers.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { build } from "esbuild";
import { build as buildByVite, preview } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBrowserAbsent, listenTo, openBrowser } from "./support/browser.ts";
import { openPublishedFolder, type OutsideFolder } from "./support/outside-folder.ts";
import { areRuntimesTried, BINARIES, RUNTIMES } from "./support/runtimes.ts";

const WORKERD = join(BINARIES, "@cloudflare/workerd-linux-64/bin/workerd");

const STEPS = [
  "/auth/register 201",
  "/auth/login 401",
  "/auth/login 200",
  "/auth/me 200",
  "/auth/me 401",
];

const REVIEW = [
  "nonce 200",
  "register 201",
  "carol verified true admin",
  "nonce 200",
  "register 201",
  "author verified true",
  "draft 201 draft",
  "early 409",
  "submit 200 pending",
  "stranger 403",
  "approve 200 approved",
  "list 200",
  "1 market active",
];

interface Told {
  readonly figures: Readonly<Record<string, unknown>>;
  readonly steps: readonly string[];
  readonly review: readonly string[];
  /** Hashes of the results of backtests. */
  readonly hashes: readonly string[];
}

let outside: OutsideFolder;
let place: string;
let ofNode: Told;

function run([program = "", ...words]: readonly string[], file: string) {
  const ended = spawnSync(program, [...words, file], {
    cwd: place,
    encoding: "utf8",
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  return { status: ended.status, stdout: ended.stdout, stderr: ended.stderr };
}

describe.skipIf(!areRuntimesTried)("on another platform", { timeout: 300_000 }, () => {
  beforeAll(async () => {
    outside = await openPublishedFolder();
    place = outside.installCopy("platforms", "test/platforms/apps");
    const { status, stdout, stderr } = run([process.execPath], "main.js");
    if (status !== 0) throw new Error(stderr);
    ofNode = JSON.parse(stdout) as Told;
  }, 600_000);
  // Deletes every app's node_modules.
  afterAll(() => outside.close(), 600_000);

  test("the workspace's own Node.js runs the job, whose figures the others must give", () => {
    expect(ofNode.figures).toMatchObject({ candles: 1416, total_trades: 32, source: "live" });
    expect(ofNode.steps).toEqual(STEPS);
    expect(ofNode.review).toEqual(REVIEW);
    expect(new Set(ofNode.hashes).size).toBe(21);
  });

  test.each(Object.entries(RUNTIMES))(
    "%s runs a backtest, a login and a review, and ends by itself",
    (_, command) => {
      const { status, stdout, stderr } = run(command, "main.js");
      expect(status, stderr).toBe(0);
      expect(JSON.parse(stdout)).toEqual(ofNode);
    },
  );

  test.each(Object.entries(RUNTIMES))(
    "%s serves a contract and drains its server",
    (_, command) => {
      const { status, stdout, stderr } = run(command, "server.js");
      expect(status, stderr).toBe(0);
      expect(JSON.parse(stdout)).toEqual({ status: 200, body: { zone: "utc" }, cut: 0 });
    },
  );

  test.each(Object.entries(RUNTIMES))("%s runs a backtest on threads", (_, command) => {
    const { status, stdout, stderr } = run(command, "threads.js");
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ same: true });
  });

  test("Deno imports the mocks, and ends a script that uses msw by Deno.exit alone", () => {
    const script = (words: string): string => {
      writeFileSync(join(place, "mock.js"), words);
      return "mock.js";
    };
    const ended = script(
      `await import("@bourse/mock/auth"); console.log("imported"); Deno.exit();`,
    );
    expect(run(RUNTIMES.Deno, ended)).toMatchObject({ status: 0, stdout: "imported\n" });
  });

  test("workerd runs a login and a review, and a job to its end once its request is answered", async () => {
    await build({
      absWorkingDir: place,
      entryPoints: ["worker.js"],
      outfile: join(place, "worker.bundle.js"),
      bundle: true,
      format: "esm",
      conditions: ["workerd", "worker", "browser"],
      logLevel: "error",
    });
    const child = spawn(WORKERD, ["serve", "workerd.capnp", "--control-fd=1"], { cwd: place });
    try {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      child.once("exit", (code) => reject(new Error(`workerd ended with ${code}.`)));
      child.stdout.on("data", (told: Buffer) => {
        const { event, port } = JSON.parse(told.toString()) as { event: string; port: number };
        if (event === "listen") resolve(port);
      });
      const url = `http://127.0.0.1:${await promise}`;
      const ask = async (path: string, options?: RequestInit): Promise<unknown> => {
        const answer = await fetch(url + path, options);
        expect(answer.status, path).toBe(200);
        return await answer.json();
      };
      expect(await ask("/login")).toEqual(STEPS);
      expect(await ask("/review")).toEqual(REVIEW);
      expect(await ask("/figures")).toEqual(ofNode.figures);
      const posted = (await ask("/api/backtests", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          interval: "1h",
          symbol: "BTCUSDT",
          start_time: "2024-01-01",
          end_time: "2024-02-29",
          strategy: "ma_crossover",
        }),
      })) as { job_id: string };
      await expect
        .poll(() => ask(`/api/jobs/${posted.job_id}`))
        .toMatchObject({
          status: "completed",
          result: { total_return: ofNode.figures["total_return"] },
        });
    } finally {
      child.kill("SIGKILL");
    }
  });

  test.skipIf(isBrowserAbsent)("Chromium runs them in a page that Vite has built", async () => {
    writeFileSync(
      join(place, "index.html"),
      `<title>page</title><link rel="icon" href="data:," /><script type="module">
        import { runInPage } from "./page.js";
        import { hashesInWorkers } from "./page-pool.js";
        globalThis.told = runInPage();
        globalThis.inWorkers = hashesInWorkers();
      </script>`,
    );
    const outDir = join(place, "site");
    // A worker that imports the whole engine when it needs it is more than one file.
    const worker = { format: "es" } as const;
    await buildByVite({ root: place, logLevel: "error", build: { outDir }, worker });
    const site = await preview({
      root: place,
      logLevel: "error",
      build: { outDir },
      preview: { port: 0 },
    });
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      const heard = listenTo(page);
      await page.goto(site.resolvedUrls?.local[0] ?? "");
      const told = (await page.evaluate("globalThis.told")) as Told;
      const { status, stdout, stderr } = run([process.execPath], "page-on-node.js");
      expect(status, stderr).toBe(0);
      expect(told).toEqual(JSON.parse(stdout));
      expect(told).toMatchObject({ ...ofNode, decimal: "0.3" });
      expect(await page.evaluate("globalThis.inWorkers")).toEqual(ofNode.hashes);
      expect(heard.filter((line) => /^(?:error|warning)/u.test(line))).toEqual([]);
    } finally {
      await browser.close();
      await site.close();
    }
  });

  describe("an app that esbuild has bundled", () => {
    const bundle = (names: readonly string[], outdir: string): Promise<unknown> =>
      build({
        absWorkingDir: place,
        entryPoints: [...names],
        outdir: join(place, outdir),
        bundle: true,
        platform: "node",
        format: "esm",
        outExtension: { ".js": ".mjs" },
        logLevel: "error",
      });

    test("is told what its threads lack", async () => {
      await bundle(["threads.js"], "bundled");
      const { status, stderr } = run([process.execPath], "bundled/threads.mjs");
      expect(status).toBe(1);
      expect(stderr).toContain(`there is no module ${join(place, "bundled/backtest-worker.js")}`);
      expect(stderr).toContain("a module that calls serveBacktests()");
    });

    test("runs them with a worker of its own beside it", async () => {
      await bundle(["threads.js", "own-worker.js"], "with-worker");
      expect(existsSync(join(place, "with-worker/own-worker.mjs"))).toBe(true);
      const { status, stdout, stderr } = run(
        [process.execPath, "with-worker/threads.mjs"],
        "./own-worker.mjs",
      );
      expect(status, stderr).toBe(0);
      expect(JSON.parse(stdout)).toEqual({ same: true });
    });
  });
});
