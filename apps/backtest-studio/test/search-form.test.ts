import {
  ENGINE_OPTIONS,
  SweepRequest,
  WalkForwardRequest,
  type EngineOptionNames,
  type Strategy,
} from "@bourse/contract/backtest";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { REQUEST_FIELDS } from "../page/model/request-fields.ts";
import { readForm, textsOf } from "../page/model/request-form.ts";
import { searchFieldOf } from "../page/model/search-form.ts";

const strategy: Strategy = {
  name: "own",
  version: "1.0.0",
  description: "A strategy.",
  signal_type: "trend",
  parameters: [
    { name: "fast", type: "integer", default: 10, min: 2, max: 100, description: "Candles." },
    { name: "level", type: "number", default: 0.5, description: "A level." },
  ],
};

const SERIES = { strategy: "own", symbol: "BTCUSDT", interval: "60" };

/** A text for each field of a search. */
const SEARCH = {
  ...SERIES,
  exchange: "binance",
  gaps: "fill",
  funding: "yes",
  detail_interval: "1m",
  limit: "5000",
  start: "2026-01-01",
  end: "2026-02-01",
  "p.fast": "5..50/5",
  "p.level": "0.001..1 log",
  "o.stop_loss_pct": "0.01, 0.02, none",
  "o.leverage": "1..3/1",
  "o.direction": "long, both",
  metric: "sortino",
  draws: "200",
  method: "tpe",
  seed: "7",
  rules: "fast < 40\noptions.leverage < 3",
  early_stopping: "yes",
  stop_at: "0.2, 0.6",
  stop_after: "20",
};

const ASSESSMENT = {
  overfitting: "yes",
  blocks: "8",
  overfitting_score: "total_return",
  cross_validation: "yes",
  groups: "8",
  test_groups: "3",
  purge: "10",
  embargo: "5",
  cross_score: "sharpe",
};

const SEARCH_BODY = {
  parameters: {
    fast: { from: 5, to: 50, step: 5 },
    level: { from: 0.001, to: 1, scale: "log" },
  },
  option_ranges: {
    stop_loss_pct: [0.01, 0.02, null],
    leverage: { from: 1, to: 3, step: 1 },
    direction: ["long", "both"],
  },
  metric: "sortino",
  search: { count: 200, method: "tpe", seed: 7 },
  constraints: ["fast < 40", "options.leverage < 3"],
  early_stopping: { fractions: [0.2, 0.6], startup: 20 },
};

describe("the form of a search", () => {
  test("makes every field that the contract takes for a sweep", () => {
    const { body, faults, combinations } = readForm(
      { ...SEARCH, ...ASSESSMENT },
      strategy,
      "sweep",
    );
    expect(faults).toEqual({});
    expect(body).toMatchObject({
      ...SEARCH_BODY,
      overfitting: { blocks: 8, score: "total_return" },
      cross_validation: {
        groups: 8,
        test_groups: 3,
        purge_candles: 10,
        embargo_candles: 5,
        score: "sharpe",
      },
    });
    expect(combinations).toBe(200);
    expect(SweepRequest.safeParse(body).error).toBeUndefined();
    // Of the two names of an option the form has one.
    const names = Object.values<EngineOptionNames>(ENGINE_OPTIONS).flatMap(({ field, alias }) =>
      REQUEST_FIELDS.some(({ name }) =>
        ([field, alias] as readonly (string | undefined)[]).includes(name.split(".")[0] ?? ""),
      )
        ? [field, alias]
        : [],
    );
    const missing = Object.keys(SweepRequest.shape).filter(
      (name) =>
        !Object.hasOwn(body, name) && !(names as readonly (string | undefined)[]).includes(name),
    );
    expect(missing).toEqual([]);
  });

  test("makes every field that the contract takes for a walk-forward", () => {
    const windows = { train: "2000", test: "500", step: "250", anchored: "yes", purge: "9" };
    const texts = { ...SEARCH, ...ASSESSMENT, ...windows, embargo: "4" };
    const { body, faults } = readForm(texts, strategy, "walk_forward");
    expect(faults).toEqual({});
    expect(body).toMatchObject({
      ...SEARCH_BODY,
      train_candles: 2000,
      test_candles: 500,
      step_candles: 250,
      anchored: true,
      purge_candles: 9,
      embargo_candles: 4,
    });
    expect(body).not.toHaveProperty("overfitting");
    expect(body).not.toHaveProperty("cross_validation");
    expect(WalkForwardRequest.safeParse(body).error).toBeUndefined();
  });

  test("leaves the members of what is switched off out", () => {
    const { overfitting: _, cross_validation: __, ...off } = ASSESSMENT;
    const { body } = readForm({ ...SERIES, ...off, stop_at: "0.5" }, strategy, "sweep");
    expect(body).toEqual({ strategy: "own", symbol: "BTCUSDT", interval: "60" });
  });

  test("names each field that does not fit, and what would", () => {
    const texts = {
      ...SERIES,
      ...ASSESSMENT,
      "p.fast": "5..50",
      "p.level": "2..1/0.1",
      "o.direction": "long, up",
      "o.lot_size": "[1,",
      method: "tpe",
      blocks: "7",
      test_groups: "8",
      early_stopping: "yes",
      stop_at: "0.5, 0.2",
      rules: "a < b;".repeat(33),
    };
    expect(readForm(texts, strategy, "sweep").faults).toEqual({
      "p.fast": "Give the range a step, such as 5..50/5, or draw combinations.",
      "p.level": "The first end must be below the last.",
      "o.direction": "Enter one of long, short, both.",
      "o.lot_size": "Enter values between commas, or a list as JSON.",
      draws: "Enter the number of combinations to draw.",
      blocks: "Enter an even number, such as 16.",
      test_groups: "Enter fewer than the 8 groups.",
      stop_at: "Enter up to 8 rising fractions below 1, such as 0.25, 0.5.",
      rules: "Enter at most 32 rules.",
    });
  });

  test("an earlier search fills the form, which makes the same request again", () => {
    const positive = fc.integer({ min: 1, max: 100 });
    const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
    const several = fc.oneof(
      fc.uniqueArray(fc.oneof(positive, fc.constant(null)), { minLength: 1, maxLength: 5 }),
      fc.record({ from: fc.constant(1), to: positive.map((to) => to + 1), step: positive }),
    );
    const request = fc.record({
      metric: fc.constantFrom("sharpe", "calmar"),
      search: maybe(fc.record({ count: positive, seed: fc.nat(9) }, { requiredKeys: ["count"] })),
      constraints: maybe(
        fc.array(fc.constantFrom("fast < 40", "2 * level < fast"), { minLength: 1 }),
      ),
      option_ranges: maybe(fc.record({ stop_loss_pct: fc.constant([0.1, null]) })),
      parameters: maybe(
        fc.record({ fast: fc.constantFrom([5, 10], { from: 5, to: 50, step: 5 }, 7) }),
      ),
      early_stopping: maybe(
        fc.record({ fractions: fc.constant([0.1, 0.9]), startup: positive }, { requiredKeys: [] }),
      ),
      overfitting: maybe(fc.record({ blocks: fc.constantFrom(2, 16) }, { requiredKeys: [] })),
      cross_validation: maybe(
        fc.record({ groups: fc.constant(9), purge_candles: fc.nat(9) }, { requiredKeys: [] }),
      ),
    });
    fc.assert(
      fc.property(request, several, (made, leverage) => {
        const given = { ...made.option_ranges, take_profit_pct: leverage };
        const whole = { ...SERIES, ...made, option_ranges: given };
        const payload = Object.fromEntries(
          Object.entries(whole).filter(([, value]) => value !== undefined),
        );
        const { body } = readForm(textsOf(payload, "sweep"), strategy, "sweep");
        expect(body).toEqual(payload);
      }),
    );
  });

  test("what the server refuses stands at its field", () => {
    expect(searchFieldOf("search.seed")).toBe("seed");
    expect(searchFieldOf("constraints.2")).toBe("rules");
    expect(searchFieldOf("early_stopping.fractions.0")).toBe("stop_at");
    expect(searchFieldOf("cross_validation.test_groups")).toBe("test_groups");
    expect(searchFieldOf("train_candles")).toBe("train");
    expect(searchFieldOf("leverage")).toBeUndefined();
  });
});
