import { builtInStrategies } from "@bourse/backtest-engine";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  INDICATOR_KINDS,
  indicatorsOf,
  indicatorsText,
  readIndicators,
  type Prices,
} from "../page/model/indicators.ts";

/** A walk of `count` candles. */
function walk(count: number): Prices {
  const close = new Float64Array(count);
  let state = 7;
  let price = 100;
  for (let i = 0; i < count; i++) {
    state = (state * 48_271) % 2_147_483_647;
    price *= 1 + (state / 2_147_483_647 - 0.5) / 50;
    close[i] = price;
  }
  return {
    close,
    high: close.map((value) => value * 1.01),
    low: close.map((value) => value * 0.99),
  };
}

const from = ({ high, low, close }: Prices, start: number): Prices => ({
  high: high.subarray(start),
  low: low.subarray(start),
  close: close.subarray(start),
});

const kinds = Object.entries(INDICATOR_KINDS);

describe("the indicators of a chart", () => {
  test.each(kinds)("behind its lead %s is what it is over all candles", (_, kind) => {
    const numbers = kind.numbers.map(({ standard }) => standard);
    const lead = kind.lead(numbers);
    const prices = walk(lead + 1000);
    const whole = kind.lines(prices, numbers);
    const start = 500;
    const late = kind.lines(from(prices, start), numbers);
    expect(late).toHaveLength(whole.length);
    for (const [place, line] of late.entries()) {
      for (let i = lead; i < line.length; i++) {
        const expected = whole[place]?.[start + i] ?? NaN;
        expect(Math.abs((line[i] ?? NaN) - expected)).toBeLessThan(
          1e-5 * Math.abs(expected) + 1e-5,
        );
      }
    }
  });

  test.each(kinds)("%s has no lines where there are no candles", (_, kind) => {
    const numbers = kind.numbers.map(({ standard }) => standard);
    for (const line of kind.lines(walk(0), numbers)) expect(line).toHaveLength(0);
  });

  test("a text of the address names the same indicators again", () => {
    const one = fc
      .constantFrom(...kinds)
      .chain(([name, kind]) =>
        fc
          .tuple(
            ...kind.numbers.map(({ min, max, isWhole }) =>
              isWhole
                ? fc.integer({ min, max })
                : fc.integer({ min: min * 10, max: max * 10 }).map((tenth) => tenth / 10),
            ),
          )
          .map((numbers) => ({ name, kind, numbers })),
      );
    fc.assert(
      fc.property(fc.array(one, { maxLength: 8 }), (indicators) => {
        expect(readIndicators(indicatorsText(indicators))).toEqual({ indicators, refused: [] });
      }),
    );
  });

  test("what is no indicator is named, the others stay", () => {
    const text = "sma,ema:0,wma:5:6,constructor,rsi:x,bollinger:20:2.5,macd:12.5";
    const { indicators, refused } = readIndicators(text);
    expect(indicatorsText(indicators)).toBe("sma:20,bollinger:20:2.5");
    expect(refused).toEqual(["ema:0", "wma:5:6", "constructor", "rsi:x", "macd:12.5"]);
  });

  test("no more than eight are drawn", () => {
    const { indicators, refused } = readIndicators(Array(9).fill("sma:5").join());
    expect([indicators.length, refused]).toEqual([8, ["sma:5"]]);
  });

  test("a strategy of the engine brings the indicators that it trades by, with its own defaults", () => {
    const texts = builtInStrategies.map(({ name, parameters }) => {
      const standard = Object.entries(parameters).map(([key, spec]) => [key, spec.default]);
      expect(indicatorsOf(name, {})).toBe(indicatorsOf(name, Object.fromEntries(standard)));
      expect(readIndicators(indicatorsOf(name, {})).refused).toEqual([]);
      return [name, indicatorsOf(name, {})];
    });
    expect(Object.fromEntries(texts)).toEqual({
      ma_crossover: "sma:10,sma:20",
      rsi: "rsi:14:30:70",
      bollinger_bands: "bollinger:20:2",
      wavelet_reversal: "none",
      buy_and_hold: "none",
      constant_weights: "none",
    });
    expect(indicatorsOf("ma_crossover", { ma_type: "ema", slow_period: 90 })).toBe("ema:10,ema:90");
    expect(indicatorsOf("own", {})).toBe("none");
  });
});
