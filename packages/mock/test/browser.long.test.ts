/** The mocks in a page: packed, bundled by vite, and answering through msw's service worker in a real browser. */

import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";

import { createBacktestClient } from "@bourse/client/backtest";
import type { Browser } from "playwright-core";
import { build as vite } from "vite";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { isBrowserAbsent, listenTo, openBrowser } from "../../../test/support/browser.ts";
import { isLongRun } from "../../../test/support/rounds.ts";
import { buildAndPack, packedApp, type PackedApp } from "../../client/test/packed-app.ts";
import { createBacktestMock } from "../src/backtest/index.ts";

const SERVICES = ["auth", "backtest", "curation", "node"] as const;
const folder = dirname(import.meta.dirname);
const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".html": "text/html" };

let tarballs: string;
let app: PackedApp;
let server: Server;
let browser: Browser;

describe.skipIf(!isLongRun || isBrowserAbsent)("in a page", { timeout: 120_000 }, () => {
  beforeAll(async () => {
    tarballs = mkdtempSync(join(tmpdir(), "bourse-packed-"));
    app = packedApp(buildAndPack(["contract", "client", "mock"], tarballs), {
      contract: ["zod", "trouter"],
    });
    const msw = realpathSync(join(folder, "node_modules/msw"));
    symlinkSync(msw, join(app.folder, "node_modules/msw"), "junction");
    cpSync(join(import.meta.dirname, "pages"), join(app.folder, "pages"), { recursive: true });
    await vite({
      configFile: false,
      root: app.folder,
      logLevel: "error",
      build: {
        outDir: "site",
        target: "es2023",
        rolldownOptions: {
          input: Object.fromEntries(
            SERVICES.map((name) => [name, join(app.folder, `pages/${name}.ts`)]),
          ),
          output: { entryFileNames: "[name].js" },
        },
      },
    });
    cpSync(join(msw, "lib/mockServiceWorker.js"), join(app.folder, "site/mockServiceWorker.js"));
    server = createServer(({ url = "/" }, response) => {
      const name = url.slice(1);
      const page = SERVICES.find((service) => service === name);
      response.setHeader("content-type", TYPES[extname(name)] ?? "text/html");
      if (page !== undefined) {
        response.end(`<!doctype html><script type="module" src="/${page}.js"></script>`);
        return;
      }
      try {
        response.end(readFileSync(join(app.folder, "site", name)));
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    browser = await openBrowser();
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    app?.remove();
    rmSync(tarballs, { recursive: true, force: true });
  });

  /** Opens the page of a service; resolves with the value that it tells when it has played. */
  async function told(service: (typeof SERVICES)[number]): Promise<unknown> {
    const context = await browser.newContext();
    const page = await context.newPage();
    const heard = listenTo(page);
    try {
      const { port } = server.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/${service}`);
      await page.waitForFunction("globalThis.told !== undefined", undefined, { timeout: 60_000 });
      return await page.evaluate("globalThis.told");
    } catch (cause) {
      throw new Error(heard.join("\n"), { cause });
    } finally {
      await context.close();
    }
  }

  test("auth logs in, keeps keys, refreshes tokens and makes faults", async () => {
    expect(await told("auth")).toEqual({
      wrong: "INVALID_CREDENTIALS",
      names: expect.arrayContaining(["page", "living"]) as string[],
      method: "jwt",
      byKey: "api_key",
      refreshed: 1,
      faulty: ["HTTP_503", null],
      broken: "NETWORK",
      slow: "ada@example.com",
    });
  });

  test("backtest runs a job with the same result as on Node.js, and tells of it over a socket", async () => {
    const mock = await createBacktestMock({ seed: 1 });
    onTestFinished(() => mock.close());
    const client = createBacktestClient({ baseUrl: mock.baseUrl, fetch: mock.fetch });
    const { job_id: uuid } = await client.createBacktest({ body: { strategy: "rsi", limit: 500 } });
    await mock.settled();
    const { result } = await client.getJob({ params: { uuid } });
    const trades = await mock.fetch(`${mock.baseUrl}/api/jobs/${uuid}/trades`);
    expect(await told("backtest")).toMatchObject({
      status: "completed",
      result: { ...result },
      trades: await trades.json(),
      heard: ["job.created", "job.started", "job.completed"],
      malformed: "RESPONSE_INVALID",
      warning: true,
      calls: ["createBacktest 200"],
    });
  });

  test("curation takes a draft from its author to a market", async () => {
    expect(await told("curation")).toEqual({
      queued: true,
      approved: true,
      draft: { id: true, status: "approved" },
      faulty: "HTTP_500",
      forbidden: "FORBIDDEN",
    });
  });

  test("node shares data with its partner, reads and proves it", async () => {
    expect(await told("node")).toEqual({
      read: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string, data: "Grüße" },
      verified: true,
      heard: true,
      faulty: "HTTP_503",
      shares: 1,
    });
  });
});
