import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readEnvironment } from "@bourse/http";
import { describe, expect, test, vi } from "vitest";

import { backtestEnvironment } from "../src/environment.ts";
import { startBacktestServer } from "../src/start.ts";
import { runTestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

/** A class of traders that buys every `every` candles and sells one candle later. */
const every = (candles: number, more = ""): string => `
${more}
export default class {
  static version = "${candles}.0.0";
  static parameters = {
    every: { type: "integer", default: ${candles}, minimum: 2, maximum: 50, description: "Candles." },
  };
  #every;
  constructor({ every }: { every: number }) { this.#every = every; }
  onCandle({ index }: { index: number }, broker: any) {
    if (index % this.#every === 0) broker.submit({ side: "buy" });
    if (index % this.#every === 1) broker.submit({ side: "sell", reduceOnly: true });
  }
}
`;

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await tempFolder();
  for (const [name, text] of Object.entries(files)) write(folder, name, text);
  return folder;
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const BROKEN = "export default class {\n  onCandle( {}\n}";

interface Job {
  readonly uuid: string;
  readonly status: string;
  readonly error: string | null;
  readonly result: Readonly<Record<string, unknown>> | null;
}

describe("a server with STRATEGIES_DIR", () => {
  async function serve(files: Readonly<Record<string, string>>, more: Record<string, string> = {}) {
    const folder = await folderOf(files);
    const server = await runTestServer({ STRATEGIES_DIR: folder, ...more });
    const ended = async (path: string, body: object): Promise<Job> => {
      const { body: created } = await server.post(path, body);
      const uuid = (created as { readonly job_id: string }).job_id;
      expect(uuid, JSON.stringify(created)).toBeTypeOf("string");
      return await vi.waitFor(
        async () => {
          const job = (await server.get(`/api/jobs/${uuid}`)).body as Job;
          expect(["completed", "failed"]).toContain(job.status);
          return job;
        },
        { timeout: 20_000 },
      );
    };
    return { ...server, folder, ended };
  }

  test("lists them with their schema, runs them as jobs, and names their files in results", async () => {
    const server = await serve({ "often.ts": every(5) });
    const { body } = await server.get("/api/strategies");
    const { strategies } = body as { readonly strategies: readonly { readonly name: string }[] };
    const listed = strategies.find(({ name }) => name === "often");
    expect(listed).toMatchObject({
      version: "5.0.0",
      parameters: [{ name: "every", type: "integer", default: 5, min: 2, max: 50 }],
      files: { "often.ts": expect.stringMatching(/^[0-9a-f]{64}$/u) as string },
    });
    const settings = { strategy: "often", limit: 300, interval: "1h" };
    const single = await server.ended("/api/backtests", { ...settings, parameters: { every: 10 } });
    expect(single).toMatchObject({
      status: "completed",
      result: {
        total_trades: 30,
        configuration: { strategy_files: (listed as { files?: object }).files },
      },
    });
    const swept = await server.ended("/api/sweeps", { ...settings, parameters: { every: [4, 6] } });
    expect(swept).toMatchObject({
      status: "completed",
      result: { grid: [{ total_trades: 75 }, { total_trades: 50 }] },
    });
    const walked = await server.ended("/api/walk-forward", {
      ...settings,
      parameters: { every: [4, 6] },
      train_candles: 150,
      test_candles: 50,
    });
    expect(walked).toMatchObject({ status: "completed", error: null });
    const signal = await server.post("/api/strategies/often/signal");
    expect(signal).toMatchObject({ status: 200, body: { signal: { strategy_name: "often" } } });
    const refused = await server.post("/api/backtests", { ...settings, parameters: { every: 1 } });
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "parameters", "every"] }] },
    });
  });

  test("gives the tags of its orders with the trades, as JSON and as CSV", async () => {
    const server = await serve({
      "often.ts": every(5)
        .replace('side: "buy"', 'side: "buy", tag: index < 20 ? \'early, "cheap"\' : "late"')
        .replace("reduceOnly: true", 'reduceOnly: true, tag: "one candle on"'),
    });
    const run = { strategy: "often", limit: 300, interval: "1h" };
    const single = await server.ended("/api/backtests", run);
    const { body } = await server.get(`/api/jobs/${single.uuid}/trades`);
    const trades = body as readonly object[];
    expect(trades[0]).toMatchObject({ entry_tag: 'early, "cheap"', exit_tag: "one candle on" });
    expect(trades.at(-1)).toMatchObject({ entry_tag: "late" });
    const csv = await server.get(`/api/jobs/${single.uuid}/trades?format=csv`);
    const [head = "", first = ""] = String(csv.body).split("\r\n");
    expect(head).toMatch(/,exit_reason,entry_tag,exit_tag$/u);
    expect(first).toMatch(/,signal,"early, ""cheap""",one candle on$/u);
    const report = await server.get(`/api/jobs/${single.uuid}/report`);
    expect(report.body).toContain("Trades by tag");
    const walk = { parameters: { every: [5] }, train_candles: 100, test_candles: 50 };
    const { uuid } = await server.ended("/api/walk-forward", { ...run, ...walk });
    const walked = (await server.get(`/api/jobs/${uuid}/trades`)).body as readonly object[];
    expect(walked[0]).toMatchObject({ exit_tag: "one candle on" });
  });

  test("ends a run over its limit, tells which setting raises it, and goes on", async () => {
    const endless = "export default class { onCandle() { for (;;); } }";
    const server = await serve(
      { "endless.ts": endless, "often.ts": every(5) },
      { STRATEGY_SECONDS: "2" },
    );
    const [stuck, fine, builtIn] = await Promise.all(
      ["endless", "often", "rsi"].map((strategy) =>
        server.ended("/api/backtests", { strategy, limit: 200 }),
      ),
    );
    expect(stuck).toMatchObject({
      status: "failed",
      error: expect.stringMatching(
        /^Strategy endless gave no result .*raise STRATEGY_SECONDS\.$/u,
      ) as string,
    });
    expect(fine).toMatchObject({ status: "completed" });
    expect(builtIn).toMatchObject({ status: "completed" });
  });

  test("fails a job in words with the candle and the line", async () => {
    const server = await serve({
      "odd.ts":
        "export default class {\n  onCandle({ index }) {\n    if (index === 8) throw new Error('eight');\n  }\n}",
    });
    const { status, error } = await server.ended("/api/backtests", { strategy: "odd", limit: 50 });
    expect(status).toBe("failed");
    expect(error).toMatch(
      /^Strategy odd failed at candle 8 \(20.*Z\) at odd\.ts:3: Error: eight\.$/u,
    );
  });

  test("takes changes while it runs, and tells a file at fault in the list", async () => {
    const server = await serve({ "often.ts": every(5) });
    write(server.folder, "often.ts", every(8));
    write(server.folder, "odd.ts", BROKEN);
    await vi.waitFor(
      async () => {
        const { body } = await server.get("/api/strategies");
        expect(body).toMatchObject({ problems: [{ file: "odd.ts" }] });
        expect(JSON.stringify(body)).toContain('"8.0.0"');
        expect(JSON.stringify(body), "no folder of the machine").not.toContain(server.folder);
      },
      { timeout: 60_000, interval: 200 },
    );
  });

  test("never loads a file that a request names", async () => {
    const server = await serve({ "often.ts": every(5) });
    const outside = await tempFolder();
    const mark = join(outside, "loaded");
    const spy = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(mark)}, "");\n${every(5)}`;
    write(outside, "spy.ts", spy);
    write(server.folder, "lib/spy.ts", spy);
    symlinkSync(outside, join(server.folder, "linked"));
    const names = [
      join(outside, "spy.ts"),
      `file://${join(outside, "spy.ts")}`,
      `../${outside.split("/").at(-1)}/spy`,
      `${"../".repeat(5)}etc/passwd`,
      "lib/spy",
      "lib/spy.ts",
      "linked/spy",
      "often.ts",
      "./often",
      "often\u0000",
      "%2e%2e%2fspy",
      "__proto__",
      "constructor",
    ];
    for (const strategy of names) {
      for (const path of ["/api/backtests", "/api/sweeps"]) {
        const { status } = await server.post(path, { strategy, limit: 50 });
        expect(status, strategy).toBe(422);
      }
      const signal = await server.post(`/api/strategies/${encodeURIComponent(strategy)}/signal`);
      expect([400, 404], strategy).toContain(signal.status);
    }
    const { existsSync } = await import("node:fs");
    expect(existsSync(mark)).toBe(false);
  });

  test.each([
    [
      { "rsi.ts": every(5) },
      /STRATEGIES_DIR: rsi\.ts defines the strategy rsi, which is built in\./u,
    ],
    [
      { "a-b.ts": every(5), "a_b.ts": every(6) },
      /a_b\.ts defines the strategy a_b, and so does a-b\.ts\./u,
    ],
  ])("refuses the start with a name that is taken (%#)", async (files, message) => {
    const folder = await folderOf(files as Record<string, string>);
    const variables = {
      STRATEGIES_DIR: folder,
      DATA_DIR: await tempFolder(),
      DATA_PROVIDER: "simulated",
      BACKTEST_PORT: "0",
    };
    await expect(
      startBacktestServer(readEnvironment(backtestEnvironment, variables)),
    ).rejects.toMatchObject({
      code: "OPTION_INVALID",
      message: expect.stringMatching(message) as string,
    });
  });
});
