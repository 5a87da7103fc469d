import {
  BacktestRequest,
  ENGINE_OPTIONS,
  SweepRequest,
  WalkForwardRequest,
  type EngineOptionNames,
  type Strategy,
} from "@bourse/contract/backtest";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { PRESETS } from "../page/model/presets.ts";
import { REQUEST_FIELDS } from "../page/model/request-fields.ts";
import { readForm, textsOf } from "../page/model/request-form.ts";

const strategy: Strategy = {
  name: "own",
  version: "1.0.0",
  description: "A strategy.",
  signal_type: "trend",
  parameters: [
    { name: "fast", type: "integer", default: 10, min: 2, max: 100, description: "Candles." },
    { name: "level", type: "number", default: 0.5, description: "A level." },
    { name: "mode", type: "string", default: "a", values: ["a", "b"], description: "A mode." },
    { name: "inverse", type: "boolean", default: false, description: "The other way." },
  ],
};

const SERIES = { symbol: "BTCUSDT", interval: "60" };

describe("the form of a run", () => {
  test("leaves out what was not filled in", () => {
    const { body, faults } = readForm(SERIES, strategy, "backtest");
    expect(faults).toEqual({});
    expect(body).toEqual({ strategy: "own", symbol: "BTCUSDT", interval: "60" });
  });

  test("takes an interval of any length, and names what is none", () => {
    const read = (interval: string) => readForm({ ...SERIES, interval }, strategy, "backtest");
    expect(BacktestRequest.parse(read("45m").body)).toMatchObject({ interval: "45m" });
    expect(read("45m").faults).toEqual({});
    expect(read("1y").faults).toEqual({
      interval: expect.stringContaining("such as 45m") as string,
    });
  });

  test("takes the policy for missing candles and funding, and knows them again", () => {
    const texts = { ...SERIES, exchange: "bybitperpetual", gaps: "refuse", funding: "yes" };
    const { body } = readForm(texts, strategy, "backtest");
    expect(BacktestRequest.parse(body)).toMatchObject({ gaps: "refuse", funding: true });
    expect(textsOf(body)).toMatchObject(texts);
  });

  test("takes prices of 0 and below, which no search varies", () => {
    const texts = { ...SERIES, "o.allow_negative_prices": "yes" };
    for (const kind of ["backtest", "sweep"] as const) {
      const { body, faults } = readForm(texts, strategy, kind);
      expect(faults).toEqual({});
      expect(BacktestRequest.parse(body)).toMatchObject({ allow_negative_prices: true });
      expect(textsOf(body, kind)).toMatchObject(texts);
    }
    const several = { ...SERIES, "o.allow_negative_prices": "yes, no" };
    expect(readForm(several, strategy, "sweep").faults).toHaveProperty("o.allow_negative_prices");
  });

  test("takes a calendar by name or by its hours, and knows them again", () => {
    const named = { ...SERIES, "o.calendar": "XNYS", "o.flat_by_close": "yes" };
    const hours = {
      ...SERIES,
      "o.calendar.zone": "Asia/Riyadh",
      "o.calendar.sessions": '[["10:00","15:00"]]',
      "o.calendar.days": '["Sun",1,2,3,4]',
      "o.calendar.holidays": '["2024-02-22"]',
    };
    for (const kind of ["backtest", "sweep"] as const) {
      const { body, faults } = readForm(named, strategy, kind);
      expect(faults).toEqual({});
      expect(BacktestRequest.parse(body)).toMatchObject({ calendar: "XNYS" });
      expect(textsOf(body, kind)).toMatchObject(named);
    }
    const { body } = readForm(hours, strategy, "backtest");
    expect(BacktestRequest.parse(body)).toMatchObject({
      calendar: { zone: "Asia/Riyadh", days: ["Sun", 1, 2, 3, 4], holidays: ["2024-02-22"] },
    });
    expect(textsOf(body)).toMatchObject(hours);
    const broken = { ...hours, "o.calendar.sessions": "10:00-15:00" };
    expect(Object.keys(readForm(broken, strategy, "backtest").faults)).toEqual([
      "o.calendar.sessions",
    ]);
  });

  test("makes every field that the contract takes for one run on one symbol", () => {
    const texts = {
      ...SERIES,
      exchange: "bybitperpetual",
      gaps: "refuse",
      funding: "yes",
      detail_interval: "5m",
      limit: "5000",
      start: "2026-01-01",
      end: "2026-02-01",
      "p.fast": "20",
      tear_sheet: "yes",
      benchmark: "ETHUSDT",
      monte_carlo: "yes",
      drawing: "bootstrap_returns",
      drawn: "500",
      block: "10",
      ruin: "0.3",
      drawing_seed: "7",
      look_ahead: "yes",
      audited: "16",
    };
    const { body, faults } = readForm(texts, strategy, "backtest");
    expect(faults).toEqual({});
    expect(BacktestRequest.parse(body)).toMatchObject({
      tear_sheet: true,
      benchmark: "ETHUSDT",
      monte_carlo: {
        method: "bootstrap_returns",
        runs: 500,
        block_length: 10,
        ruin_level: 0.3,
        seed: 7,
      },
      look_ahead: { runs: 16 },
    });
    expect(textsOf(body)).toMatchObject(texts);
    const options = Object.values<EngineOptionNames>(ENGINE_OPTIONS).flatMap(({ field, alias }) => [
      field,
      alias,
    ]);
    const portfolio = ["symbols", "weights", "rebalance_every", "rebalance"];
    const missing = Object.keys(BacktestRequest.shape).filter(
      (name) => !Object.hasOwn(body, name) && ![...options, ...portfolio].includes(name),
    );
    expect(missing).toEqual([]);
  });

  test("leaves what is switched off out, and refuses blocks of trades and a benchmark of two words", () => {
    const off = { ...SERIES, benchmark: "ETHUSDT", drawn: "5", audited: "7" };
    expect(readForm(off, strategy, "backtest").body).toEqual({ strategy: "own", ...SERIES });
    const wrong = {
      tear_sheet: "yes",
      benchmark: "E T",
      monte_carlo: "yes",
      block: "5",
      ruin: "1",
    };
    expect(readForm({ ...SERIES, ...wrong }, strategy, "backtest").faults).toEqual({
      benchmark: "Enter 1 to 64 letters, digits and . _ / - : ^ = &, such as BTCUSDT.",
      block: "Draw returns in blocks, or leave this empty.",
      ruin: "Enter a number from 0 to 0.999.",
    });
  });

  test("names each field that does not fit, and what would", () => {
    const texts = {
      symbol: "",
      limit: "1.5",
      start: "2026-02-01",
      end: "2026-01-01",
      "p.fast": "1",
      "p.mode": "c",
      "p.inverse": "maybe",
      "o.leverage": "126",
      "o.slippage": "0.1",
      "o.slippage.half_spread": "1",
      "o.compatibility.profit_steps": "soon",
    };
    const { faults } = readForm(texts, strategy, "backtest");
    expect(faults).toEqual({
      symbol: "Enter 1 to 64 letters, digits and . _ / - : ^ = &, such as BTCUSDT.",
      limit: "Enter a whole number, such as 1.",
      start: "The start must lie before the end.",
      "p.fast": "Enter a whole number from 2 to 100.",
      "p.mode": "Enter one of a, b.",
      "p.inverse": "Enter yes or no.",
      "o.leverage": "Enter a number from 1 to 125.",
      "o.slippage.half_spread": "Leave slippage empty, or this field.",
      "o.compatibility.profit_steps": "Enter minutes and profits, such as 0:0.05, 60:0.02.",
    });
  });

  test("makes objects of the fields behind a point, null of none", () => {
    const texts = {
      ...SERIES,
      "o.trailing_stop.distance": "0.02",
      "o.trailing_stop.wait_for_activation": "yes",
      "o.take_profit_pct": "none",
      "o.compatibility.profit_steps": "0:0.05, 60:0.02",
    };
    const { body } = readForm(texts, strategy, "backtest");
    expect(body).toMatchObject({
      trailing_stop: { distance: 0.02, wait_for_activation: true },
      take_profit_pct: null,
      compatibility: {
        profit_steps: [
          { after_minutes: 0, profit: 0.05 },
          { after_minutes: 60, profit: 0.02 },
        ],
      },
    });
    expect(BacktestRequest.safeParse(body).error).toBeUndefined();
  });

  test.each(PRESETS)("the preset $name is a request that the contract takes", ({ texts }) => {
    const { body, faults } = readForm({ ...SERIES, ...texts }, strategy, "backtest");
    expect(faults).toEqual({});
    expect(BacktestRequest.safeParse(body).error).toBeUndefined();
  });

  test("a sweep has lists and ranges, and counts its combinations", () => {
    const texts = { ...SERIES, "p.fast": "5..50/5", "p.level": "0.1, 0.2, 0.3", "p.mode": "a, b" };
    const { body, combinations, faults } = readForm(texts, strategy, "sweep");
    expect(faults).toEqual({});
    expect(combinations).toBe(60);
    expect(body["parameters"]).toEqual({
      fast: { from: 5, to: 50, step: 5 },
      level: [0.1, 0.2, 0.3],
      mode: ["a", "b"],
    });
    expect(SweepRequest.safeParse(body).error).toBeUndefined();
  });

  test("a walk-forward needs its windows", () => {
    expect(readForm(SERIES, strategy, "walk_forward").faults).toEqual({
      train: "Enter the number of candles to choose on.",
      test: "Enter the number of candles to trade on.",
    });
    const texts = { ...SERIES, train: "2000", test: "500", anchored: "yes", draws: "20" };
    const { body, faults } = readForm(texts, strategy, "walk_forward");
    expect(faults).toEqual({});
    expect(WalkForwardRequest.safeParse(body).error).toBeUndefined();
  });

  test("an earlier request fills the form, which makes the same request again", () => {
    const number = fc.integer({ min: 1, max: 99 });
    const option = fc.constantFrom(
      ...REQUEST_FIELDS.filter(({ kind, name }) => kind === "number" && !name.includes(".")),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(option, { selector: ({ name }) => name, maxLength: 6 }),
        fc.record({ fast: fc.integer({ min: 2, max: 100 }), inverse: fc.boolean() }),
        number,
        (options, parameters, limit) => {
          const chosen = Object.fromEntries(
            options.map(({ name, min = 0, max = min + 1 }) => [name, (min + max) / 2]),
          );
          const request = { ...SERIES, strategy: "own", limit, parameters, ...chosen };
          const { body, faults } = readForm(textsOf(request), strategy, "backtest");
          expect(faults).toEqual({});
          expect(body).toEqual(request);
        },
      ),
    );
  });
});
