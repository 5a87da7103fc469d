import assert from "node:assert/strict";

import { SignalReply, StrategyList } from "@bourse/contract/backtest";

import type { Case } from "../http/case.ts";
import { expectData, expectRefusal, shown } from "../http/expect.ts";
import { dispatch, ended } from "./jobs.ts";

const NAMES = [
  "wavelet_reversal",
  "ma_crossover",
  "rsi",
  "bollinger_bands",
  "buy_and_hold",
  "constant_weights",
];

/** The registry, signals, and a backtest of each strategy. */
export const strategyCases: readonly Case[] = [
  {
    name: "the registry lists the six strategies with their parameters",
    run: async (wire) => {
      const { strategies } = expectData(await wire.get("/api/strategies"), StrategyList);
      const names = strategies.map((strategy) => strategy.name);
      for (const name of NAMES) assert.ok(names.includes(name), names.join(" "));
      for (const { parameters } of strategies) {
        for (const { default: value, min, max } of parameters) {
          if (typeof value !== "number") continue;
          assert.ok(value >= (min ?? -Infinity) && value <= (max ?? Infinity));
        }
      }
    },
  },
  ...NAMES.map((name): Case => {
    return {
      name: `${name} gives a signal for BTCUSDT, or for the symbol that is asked for`,
      run: async (wire) => {
        const path = `/api/strategies/${name}/signal`;
        const answer = await wire.post(path);
        const { signal } = expectData(answer, SignalReply);
        assert.equal(signal.strategy_name, name, shown(answer));
        assert.equal(signal.symbol, "BTCUSDT", shown(answer));
        const other = expectData(await wire.post(`${path}?symbol=ethusdt`), SignalReply);
        assert.equal(other.signal.symbol, "ETHUSDT");
      },
    };
  }),
  ...NAMES.map((strategy): Case => {
    return {
      name: `a backtest of ${strategy} completes`,
      run: async (wire) => {
        const job = await ended(
          wire,
          await dispatch(wire, { strategy, interval: "60", limit: 600 }),
        );
        assert.equal(job.status, "completed", JSON.stringify(job));
        assert.equal(job.result?.strategy, strategy);
      },
    };
  }),
  {
    name: "a signal of an unknown strategy is 404",
    run: async (wire) => expectRefusal(await wire.post("/api/strategies/none/signal"), 404),
  },
  {
    name: "a signal for a symbol that can't be is 400",
    run: async (wire) =>
      expectRefusal(await wire.post("/api/strategies/rsi/signal?symbol=A%20B"), 400),
  },
];
