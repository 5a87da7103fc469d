import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readEnvironment } from "@bourse/http";
import { onTestFinished, describe, expect, test, vi } from "vitest";

import { backtestEnvironment } from "../src/environment.ts";
import { startBacktestServer } from "../src/start.ts";
import { openStrategiesFolder, type StrategiesFolder } from "../src/strategies-folder.ts";
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

const configOf = (folder: string) =>
  readEnvironment(backtestEnvironment, { STRATEGIES_DIR: folder, WORKERS: "1" });

/** The folder without a server, and what it told the log. */
async function open(
  files: Readonly<Record<string, string>>,
): Promise<StrategiesFolder & { readonly folder: string; readonly told: readonly string[] }> {
  const folder = await folderOf(files);
  const told: string[] = [];
  const tell = (fields: object, message = ""): void => {
    told.push(`${message} ${String((fields as { file?: string }).file)}`);
  };
  const opened = await openStrategiesFolder(configOf(folder), { info: tell, warn: tell });
  onTestFinished(() => opened.close());
  return { ...opened, folder, told };
}

const BROKEN = "export default class {\n  onCandle( {}\n}";

describe("the folder of strategies", () => {
  test("gives each file's strategy beside the built-in ones, under its own name or the file's", async () => {
    const { registry, file } = await open({
      "buy-often.ts": every(5),
      "named.mts": every(6).replace(
        "static version",
        'static strategyName = "given"; static version',
      ),
      "lib/shared.ts": "export const x = 1;",
      "notes.md": "no strategy",
      "types.d.ts": "export default 3;",
      "buy-often.test.ts": "throw new Error('a test');",
      "_draft.ts": "throw new Error('a draft');",
    });
    const names = registry.list().map(({ name }) => name);
    expect(names).toEqual([
      "bollinger_bands",
      "buy_often",
      "given",
      "ma_crossover",
      "rsi",
      "wavelet_reversal",
    ]);
    expect(registry.get("buy_often")).toMatchObject({ version: "5.0.0" });
    expect(file("given")).toBeDefined();
    expect(file("rsi")).toBeUndefined();
    expect(registry.problems()).toEqual([]);
  });

  test("loads a changed file again, also when what it imports has changed, and drops one that is gone", async () => {
    const imported = 'import { VERSION } from "./lib/version.ts";';
    const { registry, refresh, folder } = await open({
      "one.ts": every(5),
      "two.ts": every(5, imported).replace('"5.0.0"', "VERSION"),
      "lib/version.ts": 'export const VERSION = "one";',
    });
    expect(registry.get("two").version).toBe("one");
    write(folder, "one.ts", every(7));
    write(folder, "lib/version.ts", 'export const VERSION = "two, longer";');
    await refresh();
    expect(registry.get("one").version).toBe("7.0.0");
    expect(registry.get("two").version).toBe("two, longer");
    rmSync(join(folder, "one.ts"));
    await refresh();
    expect(registry.has("one")).toBe(false);
  });

  test("keeps the version before a broken one, which it tells, until the file is mended", async () => {
    const { registry, file, refresh, folder, told } = await open({ "one.ts": every(5) });
    write(folder, "one.ts", BROKEN);
    await refresh();
    expect(registry.get("one").version).toBe("5.0.0");
    expect(registry.problems()).toEqual([
      {
        file: "one.ts",
        message: expect.stringMatching(/^one\.ts:\d: this is not TypeScript/u) as string,
      },
    ]);
    expect(told.at(-1)).toBe("could not load a strategy; the version before it stays one.ts");
    const { candles } = await simulated();
    expect((await file("one")!.backtest(candles, {})).totalTrades, "it still runs").toBeGreaterThan(
      5,
    );
    write(folder, "one.ts", every(9));
    await refresh();
    expect(registry.get("one").version).toBe("9.0.0");
    expect(registry.problems()).toEqual([]);
  });

  test("starts without a file that is broken, and tells it", async () => {
    const { registry, told } = await open({ "one.ts": BROKEN, "two.ts": every(5) });
    expect(registry.problems()).toMatchObject([{ file: "one.ts" }]);
    expect(registry.has("two")).toBe(true);
    expect(told).toContain("could not load a strategy one.ts");
  });

  test("is not read again while nothing in it has changed", async () => {
    const { refresh, told } = await open({ "one.ts": every(5) });
    const before = told.length;
    await refresh();
    await refresh();
    expect(told).toHaveLength(before);
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
  ])("with a name that is taken refuses the start (%#)", async (files, message) => {
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

  test("that is not there refuses the start", async () => {
    const quiet = { info: () => undefined, warn: () => undefined };
    await expect(openStrategiesFolder(configOf("/no/such/folder"), quiet)).rejects.toThrow(
      /STRATEGIES_DIR: There is no folder .*no.such.folder that can be read \(ENOENT\)/u,
    );
  });
});

async function simulated() {
  const { createSimulatedProvider } = await import("@bourse/trading-core/market-data");
  return await createSimulatedProvider({ seed: 1 }).candles({
    symbol: "BTCUSDT",
    interval: "60",
    limit: 200,
    endTime: Date.UTC(2024, 0, 1),
  });
}

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
      { timeout: 15_000, interval: 200 },
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
});
