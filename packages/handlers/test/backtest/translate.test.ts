import { EngineError } from "@bourse/backtest-engine/data";
import { serveFetch } from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";
import {
  BourseError,
  createInProcessBus,
  createMemoryStore,
  StoreError,
  systemClock,
} from "@bourse/kernel";
import { backtestCollections, createBacktestService } from "@bourse/trading-core";
import { ExecutionError } from "@bourse/trading-core/execution";
import {
  type CandleProvider,
  createExchangeDirectory,
  createMemoryImports,
} from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { bindBacktestApi, translateBacktestError } from "../../src/backtest/index.ts";

/** A file that somebody has edited badly. */
const tornSource: CandleProvider = {
  exchange: "torn",
  candles: () => Promise.reject(new EngineError("CANDLES_INVALID", "x.csv: row 7 is no candle.")),
  symbols: () => Promise.reject(new EngineError("MARKET_DATA_UNAVAILABLE", "Nothing is there.")),
};

describe("errors of the engine on the wire", () => {
  test.each([
    ["JOB_UNKNOWN", 404, "JOB_NOT_FOUND"],
    ["JOB_STATE", 400, "JOB_NOT_CANCELLABLE"],
    ["STRATEGY_UNKNOWN", 404, "STRATEGY_NOT_FOUND"],
    ["SYMBOL_UNKNOWN", 400, "INVALID_PARAMETERS"],
    ["EXCHANGE_UNKNOWN", 400, "INVALID_PARAMETERS"],
    ["MARKET_DATA_UNAVAILABLE", 503, "MARKET_DATA_UNAVAILABLE"],
    // Of a source; what is imported is a body, see below.
    ["CANDLES_INVALID", 503, "MARKET_DATA_UNAVAILABLE"],
    ["IDEMPOTENCY_KEY_REUSED", 422, "IDEMPOTENCY_KEY_REUSED"],
  ] as const)("%s is a %i %s with the engine's own sentence", (code, status, wireCode) => {
    const problem = translateBacktestError(new EngineError(code, "Why it is so."));
    expect(problem).toMatchObject({ status, code: wireCode, message: "Why it is so." });
  });

  test("every fault of the parameters is an issue of its own, at its place in the body", () => {
    const faults = [
      { path: "fast_period", message: "must be a whole number" },
      { path: "slow", message: "is not a parameter" },
    ];
    const error = new EngineError("PARAMETERS_INVALID", "Two faults.", { details: { faults } });
    expect(translateBacktestError(error)?.issues).toEqual([
      { loc: ["body", "parameters", "fast_period"], msg: faults[0]!.message, type: "value_error" },
      { loc: ["body", "parameters", "slow"], msg: faults[1]!.message, type: "value_error" },
    ]);
  });

  test("a source that says when to come again is a 503 with that time, rounded up", () => {
    const error = new EngineError("MARKET_DATA_UNAVAILABLE", "Later.", {
      details: { retryAfterMilliseconds: 1200 },
    });
    expect(translateBacktestError(error)).toMatchObject({ status: 503, retryAfterSeconds: 2 });
  });

  test.each([
    new EngineError("MARKET_DATA_UNAVAILABLE", "Later."),
    new EngineError("CANDLES_INVALID", "Row 7 is no candle."),
    new ExecutionError("EXECUTION_UNAVAILABLE", "Later."),
  ])("$code is a 503 that says when to come again", (error) => {
    expect(translateBacktestError(error)).toMatchObject({ status: 503, retryAfterSeconds: 5 });
  });

  test("broken candles are the sender's fault in an import, and the source's everywhere else", async () => {
    const faults: unknown[] = [];
    const service = createBacktestService({
      store: createMemoryStore({ collections: backtestCollections }),
      bus: createInProcessBus(),
      exchanges: createExchangeDirectory({ torn: tornSource }, "torn"),
      imports: createMemoryImports({ base: tornSource, clock: systemClock }).imports,
    });
    const serve = serveFetch(
      backtestApi.wire,
      bindBacktestApi(service, { validateResponses: true, onError: (error) => faults.push(error) }),
    );
    const ask = (method: string, path: string, body?: string): Promise<Response> => {
      const headers = { "content-type": "text/csv" };
      const init = body === undefined ? { method } : { method, headers, body };
      return serve(new Request(`http://service/api/${path}`, init));
    };
    const csv = "timestamp,open,high,low,close,volume\n0,1,1,2,1,1\n";
    const imported = await ask("POST", "data/import?symbol=X&interval=1h", csv);
    expect(imported.status).toBe(422);
    const { detail } = (await imported.json()) as { detail: readonly { loc: unknown }[] };
    expect(detail[0]?.loc).toEqual(["body"]);
    for (const [method, path] of [
      ["GET", "data/klines?symbol=X"],
      ["POST", "strategies/rsi/signal?symbol=X"],
      ["GET", "data/symbols?exchange=torn"],
    ] as const) {
      const { status, headers: given } = await ask(method, path);
      expect([status, given.get("retry-after")], "a 503 tells when to try again").toEqual([
        503,
        "5",
      ]);
    }
    expect(faults).toEqual([]);
  });

  test("an error that lost its class on the way from a thread is known by its code", () => {
    const error = new BourseError("CANDLES_TOO_FEW", "Only 3.");
    expect(translateBacktestError(error)).toMatchObject({ status: 400 });
  });

  test.each([
    new EngineError("STRATEGY_INVALID", "A strategy of ours is broken."),
    new StoreError("STORE_COLLECTION_UNKNOWN", "/secret/path has no such collection"),
    new TypeError("undefined is not a function"),
    "a text",
    undefined,
  ])("%s is no answer for a caller", (error) => {
    expect(translateBacktestError(error)).toBeUndefined();
  });
});
