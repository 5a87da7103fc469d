import { EngineError } from "@bourse/backtest-engine";
import { BourseError, StoreError } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { translateBacktestError } from "../../src/backtest/index.ts";

describe("errors of the engine on the wire", () => {
  test.each([
    ["JOB_UNKNOWN", 404, "JOB_NOT_FOUND"],
    ["JOB_STATE", 400, "JOB_NOT_CANCELLABLE"],
    ["STRATEGY_UNKNOWN", 404, "STRATEGY_NOT_FOUND"],
    ["SYMBOL_UNKNOWN", 400, "INVALID_PARAMETERS"],
    ["EXCHANGE_UNKNOWN", 400, "INVALID_PARAMETERS"],
    ["MARKET_DATA_UNAVAILABLE", 503, "MARKET_DATA_UNAVAILABLE"],
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

  test("an error that lost its class on the way from a thread is known by its code", () => {
    const error = new BourseError("CANDLES_TOO_FEW", "Only 3.");
    expect(translateBacktestError(error)).toMatchObject({ status: 400 });
  });

  test.each([
    new EngineError("STRATEGY_INVALID", "A strategy of ours is broken."),
    new StoreError("STORE_IO", "/secret/path could not be written"),
    new TypeError("undefined is not a function"),
    "a text",
    undefined,
  ])("%s is no answer for a caller", (error) => {
    expect(translateBacktestError(error)).toBeUndefined();
  });
});
