import type { ListedJob, Strategy } from "@bourse/contract/backtest";
import { describe, expect, test } from "vitest";

import { readForm } from "../page/model/request-form.ts";
import { effortOf, effortText, textsOfKind } from "../page/model/search-effort.ts";

const strategy = {
  name: "own",
  version: "1.0.0",
  description: "A strategy.",
  signal_type: "trend",
  parameters: [
    { name: "kind", type: "string", default: "sma", description: "Kind." },
    { name: "fast", type: "integer", default: 10, min: 8, max: 200, description: "Candles." },
    { name: "level", type: "number", default: 0.5, max: 0.7, description: "A level." },
    { name: "slow", type: "integer", default: 50, description: "Candles." },
  ],
} as Strategy;

const ran = {
  job_type: "backtest",
  result: { strategy: "own", candles: 1000, elapsed_ms: 20 },
} as unknown as ListedJob;

describe("a search", () => {
  test("begins with ranges around what is given, within the bounds, of the first two numbers", () => {
    expect(textsOfKind("sweep", strategy, {})).toEqual({
      kind: "sweep",
      "p.fast": "8..14/2",
      "p.level": "0.3..0.7/0.1",
    });
    expect(textsOfKind("sweep", strategy, { "p.fast": "100" })["p.fast"]).toBe("60..140/20");
  });

  test("begins with a form that has no fault and 20 combinations", () => {
    const texts = { symbol: "BTCUSDT", ...textsOfKind("sweep", strategy, {}) };
    const { faults, combinations } = readForm(texts, strategy, "sweep");
    expect([faults, combinations]).toEqual([{}, 20]);
  });

  test("keeps the ranges and windows that are there", () => {
    const texts = { "p.slow": "10,20", train: "500" };
    expect(textsOfKind("walk_forward", strategy, texts)).toEqual({ kind: "walk_forward" });
  });

  test("by walk-forward begins with windows of which six fit", () => {
    const limit = "5000";
    const windows = textsOfKind("walk_forward", strategy, { limit });
    expect([windows["train"], windows["test"]]).toEqual(["2000", "500"]);
    const texts = { limit, ...windows };
    expect(effortOf("walk_forward", texts, 20)).toMatchObject({ windows: 6, candles: 243_000 });
  });

  test("that becomes a run again loses its ranges", () => {
    const texts = { "p.fast": "8..14/2", "p.slow": "40", "o.stop_loss_pct": "0.1, none" };
    expect(textsOfKind("backtest", strategy, texts)).toEqual({
      kind: undefined,
      "p.fast": undefined,
      "o.stop_loss_pct": undefined,
    });
  });
});

describe("the effort of a search", () => {
  const texts = { limit: "10000" };

  test("is its combinations, and the time by what the last run of the strategy took", () => {
    const effort = effortOf("sweep", texts, 25);
    expect(effortText(effort, [ran], "own")).toBe("25 combinations, about 5 s of one processor");
  });

  test("says what is not known before the first run, or where dates decide", () => {
    expect(effortText(effortOf("sweep", texts, 25), [ran], "other")).toBe(
      "25 combinations; no run has shown yet how long one takes",
    );
    const dated = effortOf("sweep", { start: "2026-01-01", rules: "a < b" }, 2);
    expect(effortText(dated, [ran], "own")).toBe("2 combinations at most");
  });
});
