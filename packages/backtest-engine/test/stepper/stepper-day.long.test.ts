/** A whole day of minutes, candle by candle, has the trades and the hash of the backtest. */
import { describe, expect, test } from "vitest";

import { drawnCases, rounds } from "../../../../test/support/rounds.ts";
import { backtest } from "../../src/backtest/index.ts";
import { resultHash } from "../../src/research/index.ts";
import type { SimulationOptions } from "../../src/simulation/index.ts";
import { StrategyStepper } from "../../src/stepper/index.ts";
import {
  builtInStrategies,
  resolveParameters,
  type AnyStrategy,
} from "../../src/strategies/index.ts";
import { candleAt, randomCandles, randomTrader, START } from "./random-day.ts";

const DAY = 1440;

const PRESETS: readonly (readonly [string, SimulationOptions])[] = [
  ["spot", { fee: 0.001, slippage: 0.0005 }],
  [
    "perpetual",
    {
      fee: 0.0005,
      makerFee: -0.0001,
      slippage: { halfSpread: 0.01 },
      leverage: 3,
      maintenanceMargin: 0.005,
      direction: "both",
      funding: [0, 1, 2].map((i) => ({ time: START + i * 28_800_000, rate: 0.0001 })),
    },
  ],
  ["volume", { fee: 0.0004, slippage: { volumeShare: 0.1, impact: 0.1 }, tickSize: 0.01 }],
];

function hashesOf(seed: number, strategy: AnyStrategy, options: SimulationOptions) {
  const candles = randomCandles(DAY, seed);
  const common = { symbol: "BTCUSDT", interval: "1" } as const;
  const whole = backtest(candles, {
    ...options,
    ...common,
    strategy,
    compatibility: { finalPosition: "keep" },
  });
  const stepper = new StrategyStepper(strategy, resolveParameters(strategy, {}), {
    ...common,
    startTime: 0,
    options,
  });
  const equity = new Float64Array(DAY);
  for (let i = 0; i < DAY; i++) equity[i] = stepper.next(candleAt(candles, i), "all").equity;
  return [
    resultHash({ equity, trades: stepper.trades }),
    resultHash({ equity: whole.equity, trades: whole.trades }),
  ];
}

describe.each(PRESETS)("a day under the costs of %s", (_, options) => {
  test.each(drawnCases(builtInStrategies, 3).map((strategy) => [strategy.name, strategy] as const))(
    "%s has the hash of the backtest",
    (__, strategy) => {
      const [stepped, whole] = hashesOf(40, strategy, options);
      expect(stepped).toBe(whole);
    },
    60_000,
  );

  test("random traders have the hash of the backtest", () => {
    for (let seed = 1; seed <= rounds(2, 67); seed++) {
      const [stepped, whole] = hashesOf(seed, randomTrader(seed), options);
      expect(stepped, `trader ${seed}`).toBe(whole);
    }
  }, 60_000);
});
