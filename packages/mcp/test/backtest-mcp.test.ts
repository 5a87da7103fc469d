import { backtestApi } from "@bourse/contract/backtest";
import { describe, expect, test } from "vitest";

import { createBacktestMcp, NAMED_TOOLS, RESEARCH_TOOLS } from "../src/index.ts";
import { describeTools } from "../src/tools/describe-tools.ts";
import { assistant } from "./support/assistant.ts";

interface Job {
  readonly status: string;
  readonly result: { readonly total_trades: number };
}

const BACKTEST = { symbol: "BTCUSDT", interval: "60", limit: 500, strategy: "ma_crossover" };

describe("the tools", () => {
  test("are every operation once, of research or by name, but the one that streams", () => {
    const placed = [...RESEARCH_TOOLS, ...NAMED_TOOLS];
    expect(new Set(placed).size).toBe(placed.length);
    const all = Object.keys(backtestApi.routes);
    expect(all.filter((name) => !(placed as readonly string[]).includes(name))).toEqual([
      "watchJob",
    ]);
  });

  test("of research neither trade nor delete", () => {
    for (const tool of describeTools(RESEARCH_TOOLS)) {
      expect(tool.annotations).toMatchObject({ destructiveHint: false, openWorldHint: false });
    }
  });

  test("have each argument in one place, and refer to nothing outside of their schema", () => {
    for (const { name, inputSchema, places } of describeTools([
      ...RESEARCH_TOOLS,
      ...NAMED_TOOLS,
    ])) {
      expect(Object.keys(inputSchema["properties"] as object), name).toEqual([...places.keys()]);
      const definitions = Object.keys((inputSchema["$defs"] ?? {}) as object);
      const references = [...JSON.stringify(inputSchema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)];
      expect(new Set(references.map(([, of]) => of)), name).toEqual(new Set(definitions));
      expect(JSON.stringify(inputSchema), name).not.toContain("#/components");
    }
  });

  test("are listed in 60,000 characters, with each argument explained by the tool or by the one that it names", async () => {
    const { client } = await assistant();
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools).length).toBeLessThan(60_000);
    type Schema = { readonly description?: string };
    const argumentsOf = (name: string): Readonly<Record<string, Schema>> =>
      (tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {}) as never;
    const base = argumentsOf("createBacktest");
    for (const { name, description } of tools) {
      for (const [argument, { description: text }] of Object.entries(argumentsOf(name))) {
        if (text !== undefined) continue;
        expect(description, `${name} ${argument}`).toContain("is that of createBacktest.");
        expect(base[argument]?.description, `${name} ${argument}`).toBeTypeOf("string");
      }
    }
    expect(argumentsOf("createSweep")["slippage"]).toEqual({ type: ["number", "object"] });
    expect(base["maker_fee"]).toEqual({
      type: "number",
      description: expect.stringContaining("Above -0.5, below 0.5") as string,
    });
  });

  test("are listed with the sentences of the contract", async () => {
    const { client } = await assistant();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...RESEARCH_TOOLS, "readDocs"]);
    const created = tools.find(({ name }) => name === "createBacktest");
    expect(created?.description).toContain("Create a backtest job");
    expect(created?.inputSchema.properties).toMatchObject({
      maker_fee: { description: expect.stringContaining("fee") as string },
      idempotency_key: { type: "string" },
    });
  });
});

describe("an assistant", () => {
  test("runs a backtest, reads its job, and pages through its trades", async () => {
    const { read, mock } = await assistant();
    const { job_id: uuid } = await read<{ job_id: string }>("createBacktest", BACKTEST);
    await mock.settled();
    const job = await read<Job>("getJob", { uuid });
    expect(job.status).toBe("completed");
    const trades: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await read<{ items?: unknown[]; next_cursor?: string } | unknown[]>(
        "getJobTrades",
        {
          uuid,
          limit: 4,
          ...(cursor !== undefined && { cursor }),
        },
      );
      trades.push(...(Array.isArray(page) ? page : (page.items ?? [])));
      cursor = Array.isArray(page) ? undefined : page.next_cursor;
    } while (cursor !== undefined);
    expect(trades).toHaveLength(job.result.total_trades);
  });

  test("does a call once that it repeats under its key", async () => {
    const { read } = await assistant();
    const keyed = { ...BACKTEST, idempotency_key: "first" };
    const first = await read("createBacktest", keyed);
    expect(await read("createBacktest", keyed)).toEqual(first);
    expect(await read("createBacktest", BACKTEST)).not.toEqual(first);
  });

  test("reads the service's own words about a wrong argument, and is refused one that there is not", async () => {
    const { call } = await assistant();
    expect(await call("createBacktest", { ...BACKTEST, limit: "many" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^4\d\d \w+: .*limit/) as string,
    });
    expect(await call("createBacktest", { ...BACKTEST, stoploss: 1 })).toEqual({
      isError: true,
      text: 'createBacktest has no argument "stoploss".',
    });
    const uuid = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
    expect(await call("getJob", { uuid })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^404 /) as string,
    });
  });

  test("has no order, no deletion and no account unless they were named", async () => {
    const { call, client } = await assistant();
    for (const name of NAMED_TOOLS) {
      await expect(call(name, {})).rejects.toThrow(name);
    }
    expect((await client.listTools()).tools.some(({ name }) => name === "placeOrder")).toBe(false);
    const trader = await assistant({ tools: ["placeOrder"] });
    const order = { symbol: "BTCUSDT", side: "buy", quantity: 0.01, idempotency_key: "one" };
    const placed = await trader.read("placeOrder", order);
    expect(placed).toMatchObject({ success: true, order: { status: "filled" } });
    expect(await trader.read("placeOrder", order)).toEqual(placed);
    await expect(trader.call("closePositions", {})).rejects.toThrow("closePositions");
  });

  test("is refused the name of no tool with the nearest one, and a closed tool with what opens it", async () => {
    const { call } = await assistant();
    await expect(call("getKline")).rejects.toThrow(
      'There is no tool "getKline". Did you mean "getKlines"?',
    );
    await expect(call("list_strategy")).rejects.toThrow('Did you mean "listStrategies"?');
    await expect(call("x")).rejects.toThrow(/There is no tool "x"\.$/);
    await expect(call("placeOrder")).rejects.toThrow("The tool placeOrder is closed here");
  });

  test("is told that an order may have been placed when its answer is lost, and how it is placed once", async () => {
    const { mock } = await assistant();
    const lost: typeof fetch = async (...request) => {
      await mock.fetch(...request);
      throw new TypeError("connection reset");
    };
    const trader = await assistant({ tools: ["placeOrder"], fetch: lost, baseUrl: mock.baseUrl });
    const { text, isError } = await trader.call("placeOrder", {
      symbol: "BTCUSDT",
      side: "buy",
      quantity: 0.01,
    });
    expect(isError).toBe(true);
    expect(text).toMatch(/^NETWORK: .* with idempotency_key "[0-9a-f-]{36}" it is done once\.$/);
  });

  test("is refused an answer that is too long, with what makes it shorter", async () => {
    const { call } = await assistant({ maxCharacters: 1000 });
    expect(await call("getKlines", { limit: 500 })).toMatchObject({
      isError: true,
      text: expect.stringMatching(
        /characters, more than 1000\. Ask for less by limit or start_time/,
      ) as string,
    });
  });

  test("is told when its service is gone", async () => {
    const gone = await assistant({ baseUrl: "http://127.0.0.1:1", fetch: globalThis.fetch });
    expect(await gone.call("listJobs")).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^NETWORK: /) as string,
    });
  });
});

describe("the documentation", () => {
  test("is listed, read by page and by section, and offered as resources", async () => {
    const { call, client } = await assistant();
    expect((await call("readDocs")).text).toContain("write-a-strategy: ");
    expect((await call("readDocs", { page: "write-a-strategy" })).text).toContain(
      "# Write a strategy",
    );
    const brief = await assistant({ maxCharacters: 20_000 });
    const long = (await brief.call("readDocs", { page: "indicators" })).text;
    expect(long).toContain("Ask for one of its sections:");
    const section = (await call("readDocs", { page: "indicators", section: "ema" })).text;
    expect(section).toMatch(/^### `ema`: Exponential moving average/);
    expect(section).not.toContain("<svg");
    expect(section).not.toContain("htTrendline");
    expect(await call("readDocs", { page: "options", section: "no such" })).toMatchObject({
      isError: true,
    });
    const { resources } = await client.listResources();
    const { contents } = await client.readResource({ uri: resources[0]!.uri });
    expect(contents[0]).toMatchObject({
      mimeType: "text/markdown",
      text: expect.stringMatching(/^# /) as string,
    });
  });

  test("has no page that is not there", async () => {
    const { call } = await assistant();
    const { text, isError } = await call("readDocs", { page: "../../package.json" });
    expect({ text, isError }).toMatchObject({
      isError: true,
      text: expect.stringMatching(/page/) as string,
    });
  });
});

test("options that are misspelt or unknown are refused", () => {
  const baseUrl = "http://127.0.0.1:1";
  const named = (name: string) => () => createBacktestMcp({ baseUrl, tools: [name as "getOrder"] });
  expect(named("placeOrders")).toThrow('Did you mean "placeOrder"?');
  expect(named("getJob")).toThrow("It is always there.");
  expect(named("x")).toThrow("Those are generateSignal, placeOrder");
  expect(named(1 as never)).toThrow("tools");
  expect(() => createBacktestMcp({ baseUrl, maxCharacters: 1 })).toThrow("maxCharacters");
  expect(() => createBacktestMcp({ baseUrl, tool: [] } as never)).toThrow("tool");
  expect(() => createBacktestMcp(undefined as never)).toThrow("options");
});
