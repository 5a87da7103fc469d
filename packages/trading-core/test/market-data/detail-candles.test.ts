import type { Candles } from "@bourse/backtest-engine";
import { createCandles, resample } from "@bourse/backtest-engine/data";
import { expect, test } from "vitest";

import { wander } from "../../../backtest-engine/test/sweep/wander.ts";
import { checkDetailInterval, readDetail } from "../../src/index.ts";
import { createExchangeDirectory } from "../../src/market-data/exchange-directory.ts";
import type { CandleRequest, CandleSource } from "../../src/market-data/port.ts";
import { scriptedProvider } from "./scripted-provider.ts";

const finer = wander(60);
const candles = resample(finer, "15");
const run = { symbol: "BTCUSDT", interval: "15", candles, source: "live" } as const;

/** A directory of one source, and what it is asked for. */
function sourceOf(source: CandleSource, found: Candles = finer) {
  const asked: CandleRequest[] = [];
  const provider = {
    ...scriptedProvider("spot", "answer"),
    candles: (request: CandleRequest) => {
      asked.push(request);
      return Promise.resolve({ candles: found, exchange: "spot", source, warnings: ["slow"] });
    },
  };
  return {
    asked,
    exchanges: createExchangeDirectory({ spot: provider }, "spot"),
  };
}

test("the shorter candles of a run are read from its first open to its last close", async () => {
  const { asked, exchanges } = sourceOf("cache");
  const detailed = { ...run, detailInterval: "1m" };
  expect(await readDetail(exchanges, undefined, detailed, { readOnly: true })).toEqual({
    candles: finer,
    interval: "1",
    warnings: ["slow"],
  });
  const [startTime, endTime] = [candles.time[0]!, candles.time.at(-1)! + 15 * 60_000];
  const range = { symbol: "BTCUSDT", interval: "1", startTime, endTime };
  expect(asked).toEqual([{ ...range, limit: (endTime - startTime) / 60_000, readOnly: true }]);
});

test("imported candles beside those of an exchange come with a warning, simulated ones are refused", async () => {
  const detailed = { ...run, detailInterval: "1" };
  const { warnings } = await readDetail(sourceOf("csv").exchanges, undefined, detailed);
  expect(warnings).toEqual([
    "slow",
    "The candles of BTCUSDT come from live, those of 1m under them from csv.",
  ]);
  const simulated = readDetail(sourceOf("simulated").exchanges, undefined, detailed);
  await expect(simulated).rejects.toMatchObject({ code: "MARKET_DATA_UNAVAILABLE" });
  const both = { ...detailed, source: "simulated" } as const;
  await readDetail(sourceOf("simulated").exchanges, undefined, both);
  const none = readDetail(sourceOf("live", createCandles(0)).exchanges, undefined, detailed);
  await expect(none).rejects.toMatchObject({ code: "CANDLES_TOO_FEW" });
});

test("more than a million shorter candles are refused before any is asked for", async () => {
  const { asked, exchanges } = sourceOf("live");
  const time = Float64Array.from({ length: 1200 }, (_, i) => i * 900_000);
  const long = { ...run, candles: { time }, detailInterval: "1s" };
  await expect(readDetail(exchanges, undefined, long as never)).rejects.toThrow(
    /of 1s under 1200 candles of 15m is 1080000 candles; a job takes at most 1000000/u,
  );
  expect(asked).toEqual([]);
  expect(checkDetailInterval("1M", "1d", 12)).toBe("D");
  expect(() => checkDetailInterval("1M", "1w")).toThrow(/divide/u);
});
