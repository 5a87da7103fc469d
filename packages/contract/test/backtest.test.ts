import { describe, expect, test } from "vitest";

import { backtestApi } from "../src/backtest/index.ts";
import { fetchHandler } from "../src/index.ts";
import { JOB_ID, stubBacktest } from "./stub-backtest.ts";

const serve = fetchHandler(backtestApi, stubBacktest, { validateResponses: true });

async function call(method: string, path: string, body?: string, type = "application/json") {
  const response = await serve(
    new Request(`http://localhost${path}`, {
      method,
      ...(body === undefined ? {} : { body, headers: { "content-type": type } }),
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === "" ? undefined : (JSON.parse(text) as unknown),
  };
}

const SEED_DEFAULTS = {
  symbol: "BTCUSDT",
  interval: "1",
  initial_capital: 10000,
  transaction_fee: 0.001,
};

async function accepted(body: string | undefined): Promise<unknown> {
  const { status, json } = await call("POST", "/api/backtests", body);
  expect(status, JSON.stringify(json)).toBe(200);
  return JSON.parse((json as { message: string }).message) as unknown;
}

describe("POST /api/backtests", () => {
  test("an empty object, an empty body and no body give the seed's defaults and nothing else; that of limit hangs on start_time", async () => {
    expect(await accepted("{}")).toEqual(SEED_DEFAULTS);
    expect(await accepted("")).toEqual(SEED_DEFAULTS);
    expect(await accepted(undefined)).toEqual(SEED_DEFAULTS);
  });

  test("a limit of 0 is 422 with one issue at body.limit", async () => {
    const { status, json, headers } = await call("POST", "/api/backtests", '{"limit":0}');
    expect(status).toBe(422);
    expect(headers.get("x-error-code")).toBe("VALIDATION_ERROR");
    expect(json).toEqual({
      detail: [
        { loc: ["body", "limit"], msg: "must be greater than 0, found 0", type: "greater_than" },
      ],
      status_code: 422,
    });
  });
  test.each([
    ['{"limit":-1}', "limit", "greater_than"],
    ['{"limit":1000001}', "limit", "less_than_equal"],
    ['{"limit":1.5}', "limit", "int_type"],
    ['{"limit":"10"}', "limit", "float_type"],
    ['{"limit":null}', "limit", "float_type"],
    ['{"initial_capital":0}', "initial_capital", "greater_than"],
    ['{"transaction_fee":-0.1}', "transaction_fee", "greater_than_equal"],
    ['{"transaction_fee":0.5}', "transaction_fee", "less_than"],
    ['{"symbol":""}', "symbol", "string_too_short"],
    [`{"symbol":"${"A".repeat(65)}"}`, "symbol", "string_too_long"],
    ['{"symbol":"A B"}', "symbol", "string_pattern_mismatch"],
    ['{"symbol":5}', "symbol", "string_type"],
    ['{"interval":"1y"}', "interval", "string_pattern_mismatch"],
    ['{"interval":1}', "interval", "string_type"],
    ['{"start_time":"2024-02-30T00:00:00Z"}', "start_time", "datetime_parsing"],
    ['{"start_time":"2024-13-01"}', "start_time", "datetime_parsing"],
    ['{"end_time":1704067200000}', "end_time", "string_type"],
    ['{"start_time":"2024-01-02","end_time":"2024-01-02"}', "start_time", "value_error"],
    ['{"parameters":[]}', "parameters", "dict_type"],
    ['{"fill":"open"}', "fill", "enum"],
  ])("%s is refused at %s as %s", async (body, field, type) => {
    const { status, json } = await call("POST", "/api/backtests", body);
    expect(status).toBe(422);
    const { detail } = json as { detail: { loc: string[]; type: string }[] };
    expect(detail.map((issue) => [issue.loc.slice(0, 2), issue.type])).toContainEqual([
      ["body", field],
      type,
    ]);
  });

  test("the last value inside each bound is accepted", async () => {
    const edge = { limit: 1_000_000, initial_capital: 1e-9, transaction_fee: 0.4999 };
    expect(await accepted(JSON.stringify(edge))).toMatchObject(edge);
    expect(await accepted('{"limit":1,"transaction_fee":0}')).toMatchObject({ limit: 1 });
    expect(await accepted(`{"symbol":"${"a".repeat(32)}"}`)).toMatchObject({
      symbol: "A".repeat(32),
    });
  });

  test("malformed JSON is 422 of type json_invalid, in the documented array", async () => {
    const { status, json } = await call("POST", "/api/backtests", '{"limit":');
    expect(status).toBe(422);
    expect(json).toMatchObject({
      detail: [{ loc: ["body"], type: "json_invalid" }],
      status_code: 422,
    });
  });

  test("a body of another type is 415", async () => {
    const { status } = await call("POST", "/api/backtests", "limit=1", "text/plain");
    expect(status).toBe(415);
  });
});

describe("queries and paths", () => {
  test.each([
    "/api/jobs?limit=0",
    "/api/jobs?limit=101",
    "/api/jobs?limit=",
    "/api/jobs?limit=1e1",
    "/api/jobs?limit=5&limit=6",
    "/api/jobs?status=done",
    "/api/jobs?limit=%zz",
    "/api/data/klines?limit=1001",
    "/api/data/klines?use_cache=maybe",
    "/api/data/klines?interval=7y",
  ])("%s is 400 with a text", async (path) => {
    const { status, json } = await call("GET", path);
    expect(status).toBe(400);
    expect(json).toEqual({ detail: expect.any(String) as string, status_code: 400 });
  });

  test("defaults and values reach the handler as numbers and booleans", async () => {
    const bare = await call("GET", "/api/data/klines");
    expect(bare.json).toMatchObject({ symbol: "BTCUSDT", interval: "1h", count: 100 });
    const full = await call("GET", "/api/data/klines?symbol=eth&limit=7&use_cache=False");
    expect(full.json).toMatchObject({ symbol: "ETH", count: 0 });
  });

  test("/api/jobs/stats is not a job", async () => {
    expect((await call("GET", "/api/jobs/stats")).json).toMatchObject({ total: 0 });
    expect((await call("GET", `/api/jobs/${JOB_ID}`)).json).toMatchObject({ uuid: JOB_ID });
  });

  test("an unknown path is 404, a wrong method 405 with Allow, in the documented shape", async () => {
    const missing = await call("GET", "/api/nope");
    expect(missing).toMatchObject({ status: 404, json: { status_code: 404 } });
    const wrong = await call("PUT", "/api/jobs");
    expect(wrong).toMatchObject({ status: 405, json: { status_code: 405 } });
    expect(wrong.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });
});

describe("sweeps", () => {
  const send = (path: string, body: object) => call("POST", path, JSON.stringify(body));

  test("take lists and ranges of parameters beside a backtest's fields and their defaults", async () => {
    const parameters = { fast_period: [5, 10], slow_period: { from: 20, to: 60, step: 20 } };
    const { status, json } = await send("/api/sweeps", { parameters, metric: "sqn" });
    expect(status).toBe(200);
    const { message } = json as { message: string };
    expect(JSON.parse(message)).toMatchObject({
      symbol: "BTCUSDT",
      transaction_fee: 0.001,
      parameters,
      metric: "sqn",
    });
  });

  test.each([
    ["/api/sweeps", { metric: "luck" }, "metric"],
    ["/api/sweeps", { parameters: { a: [] } }, "parameters"],
    ["/api/sweeps", { parameters: { a: { from: 1 } } }, "parameters"],
    ["/api/sweeps", { search: { count: 0 } }, "search"],
    ["/api/walk-forward", { train_candles: 10 }, "test_candles"],
    ["/api/walk-forward", { train_candles: 1, test_candles: 1, train_split: 0.5 }, "train_split"],
  ])("%s with %j is refused at %s", async (path, body, field) => {
    const { status, json } = await send(path, body);
    expect(status).toBe(422);
    const { detail } = json as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc[1])).toContain(field);
  });
});

describe("what lies beside a job", () => {
  test("trades are JSON, or CSV when asked for", async () => {
    expect((await call("GET", `/api/jobs/${JOB_ID}/trades`)).json).toEqual([]);
    const csv = await serve(new Request(`http://x/api/jobs/${JOB_ID}/trades?format=csv`));
    expect(csv?.headers.get("content-type")).toBe("text/csv");
    expect(await csv?.text()).toBe("side\n");
    expect((await call("GET", `/api/jobs/${JOB_ID}/trades?format=xml`)).status).toBe(400);
  });

  test("the number of points is at least 2", async () => {
    expect((await call("GET", `/api/jobs/${JOB_ID}/equity?points=1`)).status).toBe(400);
    expect((await call("GET", `/api/jobs/${JOB_ID}/equity?points=2`)).json).toMatchObject([
      { equity: 2 },
    ]);
  });
});

describe("POST /api/execution/orders", () => {
  const seed = { symbol: "btcusdt", side: "buy", quantity: 0.5 };
  const send = (body: object) => call("POST", "/api/execution/orders", JSON.stringify(body));

  test("the seed's body alone is enough, and null is as good as nothing", async () => {
    const nothing = { price: null, stop_price: null, client_order_id: null };
    for (const body of [seed, { ...seed, ...nothing }, { ...seed, quantity: "0.5" }]) {
      expect(await send(body)).toMatchObject({
        status: 200,
        json: { success: true, order: { symbol: "BTCUSDT" } },
      });
    }
  });

  test.each([
    [{ ...seed, quantity: 0 }, "quantity"],
    [{ ...seed, quantity: -1 }, "quantity"],
    [{ ...seed, quantity: "1e3" }, "quantity"],
    [{ ...seed, quantity: null }, "quantity"],
    [{ symbol: "BTCUSDT", side: "buy" }, "quantity"],
    [{ ...seed, side: "hold" }, "side"],
    [{ ...seed, symbol: "" }, "symbol"],
    [{ ...seed, order_type: "iceberg" }, "order_type"],
    [{ ...seed, price: "cheap" }, "price"],
    [{ ...seed, client_order_id: "a b" }, "client_order_id"],
  ])("%j is refused at %s", async (body, field) => {
    const { status, json } = await send(body);
    expect(status).toBe(422);
    const { detail } = json as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc[1])).toContain(field);
  });
});

test("every route that refuses an unread query documents the refusal", () => {
  const writing = Object.entries(backtestApi.routes).filter(
    ([, { definition }]) => definition.method !== "GET",
  );
  expect(writing.length).toBeGreaterThan(10);
  const silent = writing.filter(([, { definition }]) => {
    const statuses: readonly number[] = Object.values(definition.errors ?? {});
    return !statuses.includes(backtestApi.wire.invalid.query);
  });
  expect(silent.map(([name]) => name)).toEqual([]);
});
