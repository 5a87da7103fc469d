import { BacktestRequest } from "@bourse/contract/backtest";
import fc from "fast-check";
import { expect, test } from "vitest";

import { backtestRequest, wireBacktestRequest } from "../../src/backtest/wire/backtest-request.ts";

const fraction = fc.double({ min: 0.001, max: 0.4, noNaN: true });
const request = fc.record(
  {
    symbol: fc.constantFrom("BTCUSDT", "A.B_C/D-9"),
    interval: fc.constantFrom("1", "1h", "M"),
    limit: fc.integer({ min: 1, max: 1_000_000 }),
    initial_capital: fc.double({ min: 1, max: 1e9, noNaN: true }),
    transaction_fee: fraction,
    strategy: fc.constantFrom("rsi", "ma_crossover"),
    parameters: fc.dictionary(fc.constantFrom("period", "mode"), fc.constantFrom(5, "ema", true)),
    exchange: fc.constantFrom("bybit", "csv"),
    start_time: fc.constant("2026-01-01T00:00:00.000Z"),
    end_time: fc.constant("2026-02-01T12:30:00.123Z"),
    direction: fc.constantFrom("long", "short", "both"),
    fill: fc.constantFrom("next_open", "close"),
    slippage: fraction,
    take_profit_pct: fraction,
    stop_loss_pct: fraction,
    position_size_pct: fraction,
    train_split: fraction,
    monte_carlo: fc.record(
      {
        method: fc.constant("bootstrap_returns"),
        runs: fc.integer({ min: 1, max: 100_000 }),
        block_length: fc.integer({ min: 1, max: 1_000_000 }),
        ruin_level: fraction,
        seed: fc.nat(),
      },
      { requiredKeys: ["method"] },
    ),
    look_ahead: fc.record({ runs: fc.integer({ min: 1, max: 10_000 }) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

test("a job shows exactly what was asked for, defaults filled in and nothing else added", () => {
  fc.assert(
    fc.property(request, (given) => {
      const checked = BacktestRequest.parse(given);
      const shown = wireBacktestRequest(backtestRequest(checked));
      const isRange = checked.start_time !== undefined || checked.limit !== undefined;
      expect(shown).toEqual(isRange ? checked : { ...checked, limit: 1000 });
      expect(Object.keys(shown).toSorted()).toEqual(
        [
          ...new Set([
            "symbol",
            "interval",
            ...(isRange ? [] : ["limit"]),
            "initial_capital",
            "transaction_fee",
            ...Object.keys(given),
          ]),
        ].toSorted(),
      );
    }),
  );
});

const SPELT = ["1INCHUSDT", "^GSPC", "M&M.NS", "btc_usdt", "比特币"];
/** Each field that takes values by symbol, with a value of one. */
const BY_SYMBOL = {
  weights: 0.1,
  borrow_rate: 0.0001,
  dividends: [{ timestamp: 1, amount: 0.5 }],
  splits: [{ timestamp: 1, ratio: 4 }],
  funding: [{ time: "2026-01-01T00:00:00.000Z", rate: 0.0001 }],
};

test.each(Object.entries(BY_SYMBOL))(
  "%s by symbol has the names that candles are known by, and a job shows them as they can be sent again",
  (field, value) => {
    const given = Object.fromEntries(SPELT.map((symbol) => [symbol, value]));
    const body = BacktestRequest.parse({ symbols: SPELT, limit: 5, [field]: given });
    const shown = wireBacktestRequest(backtestRequest(body));
    expect(Object.keys(shown[field as keyof typeof shown] as object)).toEqual(shown.symbols);
    const again = BacktestRequest.parse(shown);
    expect(wireBacktestRequest(backtestRequest(again))).toEqual(shown);
  },
);

test.each(Object.entries(BY_SYMBOL))(
  "%s with one symbol in two spellings keeps both, so that the engine refuses one",
  (field, value) => {
    const given = { BTCUSDT: value, btcusdt: value };
    const body = BacktestRequest.parse({ symbols: ["BTCUSDT", "ETHUSDT"], [field]: given });
    const name = field === "borrow_rate" ? "borrowRate" : field;
    const request = backtestRequest(body) as unknown as Readonly<Record<string, object>>;
    expect(Object.keys(request[name]!)).toEqual(["BTCUSDT", "btcusdt"]);
  },
);
