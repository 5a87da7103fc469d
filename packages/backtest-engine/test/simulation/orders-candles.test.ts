import { describe, expect, test } from "vitest";

import { simulate, simulateOrders } from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { fromBars, type Bar } from "../candles/make-candles.ts";

const bars = (times: readonly number[], open = 10): Bar[] =>
  times.map((time, i): Bar => [time, i === 1 ? open : 10, 11, 9, 10, 1]);

const idle = { onCandle: () => undefined };

describe("candles of a simulation by orders", () => {
  test.each<[string, Bar[], RegExp]>([
    [
      "times that fall",
      bars([0, 2, 1]),
      /^X: .*row 3: timestamp 1 .* is earlier than that of row 2/u,
    ],
    ["a time that stands twice", bars([0, 1, 1]), /row 3: .* repeats that of row 2/u],
    ["an open of 0", bars([0, 1, 2], 0), /row 2: open 0 is not a finite price above 0/u],
    ["an open of NaN", bars([0, 1, 2], NaN), /row 2: open NaN/u],
  ])("%s are refused with market and row", (_, rows, message) => {
    const good = fromBars(bars([0, 1, 2]));
    const run = (): unknown => simulateOrders({ X: fromBars(rows), Y: good }, idle);
    expect(run).toThrow(
      expect.objectContaining({
        code: "CANDLES_INVALID",
        message: expect.stringMatching(message) as unknown,
        details: expect.objectContaining({ symbol: "X", count: 1 }) as unknown,
      }),
    );
  });
});

describe("the close at the end of the data under slippage by volume", () => {
  const flat = fromBars(Array.from({ length: 30 }, (_, i): Bar => [i, 100, 100, 100, 100, 1000]));
  flat.volume[29] = 10;

  test.each([
    ["long", Signal.enterLong, "long", 99.375],
    ["short", Signal.enterShort, "short", 100.625],
  ] as const)(
    "a %s position pays the impact of the largest share at most",
    (_, signal, direction, price) => {
      const signals = new Uint8Array(30);
      signals[1] = signal;
      const { trades, finalCapital } = simulate(
        flat,
        { signals, warmUp: 0 },
        {
          fee: 0,
          direction,
          slippage: { volumeShare: 0.25 },
        },
      );
      const last = trades.at(trades.length - 1)!;
      expect(last.exitReason).toBe("end");
      expect(last.exitPrice).toBeCloseTo(price, 9);
      expect(finalCapital).toBeGreaterThan(9900);
    },
  );
});
