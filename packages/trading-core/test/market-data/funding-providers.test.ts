import { EngineError } from "@bourse/backtest-engine";
import type { FundingRate } from "@bourse/backtest-engine/simulation";
import { createInProcessBus, createManualClock, hasCode } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { wander } from "../../../backtest-engine/test/sweep/wander.ts";
import {
  checkFundingSource,
  readFunding,
  remoteMarketData,
  serveMarketData,
  type MarketDataParts,
} from "../../src/index.ts";
import { createAutoProvider } from "../../src/market-data/auto-provider.ts";
import { createExchangeDirectory } from "../../src/market-data/exchange-directory.ts";
import { createGuardedProvider } from "../../src/market-data/guarded-provider.ts";
import { noCache, noImports } from "../../src/market-data/no-storage.ts";
import { createOverlayProvider } from "../../src/market-data/overlay-provider.ts";
import type { CandleProvider, FundingRequest } from "../../src/market-data/port.ts";
import { scriptedProvider } from "./scripted-provider.ts";

const RATES: readonly FundingRate[] = [
  { time: 0, rate: 0.0001 },
  { time: 60_000, rate: -0.0002, markPrice: 100 },
];
const REQUEST = { symbol: "BTCUSDT", startTime: 0, endTime: 120_000 } as const;
const spot = scriptedProvider("spot", "answer");

function perpetual(
  answer: (request: FundingRequest) => Promise<readonly FundingRate[]> = () =>
    Promise.resolve(RATES),
): CandleProvider {
  return { ...scriptedProvider("perpetual", "answer"), fundingRates: answer };
}

describe("the funding rates of a provider", () => {
  test("pass a guard, a fall-back and an overlay; a provider without them has none behind these", async () => {
    const around = (provider: CandleProvider): readonly CandleProvider[] => [
      createGuardedProvider({ provider }),
      createAutoProvider({ primary: provider, fallback: spot, production: false }),
      createOverlayProvider({ overlay: spot, base: provider }),
    ];
    for (const each of around(perpetual())) {
      expect(await each.fundingRates!(REQUEST)).toBe(RATES);
    }
    for (const each of around(spot)) expect(each).not.toHaveProperty("fundingRates");
  });

  test("are guarded by silence: pages keep a request alive, and a silent one fails", async () => {
    const clock = createManualClock();
    const answered = createGuardedProvider({
      clock,
      silenceMilliseconds: 1_000,
      provider: perpetual(async ({ onProgress }) => {
        for (const received of [1, 2, 3]) {
          await clock.sleep(900);
          onProgress!(received);
        }
        return RATES;
      }),
    });
    const heard: number[] = [];
    const answer = answered.fundingRates!({ ...REQUEST, onProgress: (n) => void heard.push(n) });
    for (let step = 0; step < 3; step++) await clock.advance(900);
    expect(await answer).toBe(RATES);
    expect(heard).toEqual([1, 2, 3]);
    const silent = createGuardedProvider({
      clock,
      silenceMilliseconds: 1_000,
      provider: perpetual(() => new Promise<never>(() => undefined)),
    });
    const [outcome] = await Promise.all([
      silent.fundingRates!(REQUEST).catch((error: unknown) => error),
      clock.advance(1_000),
    ]);
    expect(outcome).toSatisfy((error) => hasCode(error, "MARKET_DATA_UNAVAILABLE"));
  });
});

/** The parts of a process that serves market data, of which only the exchanges matter here. */
function partsOf(provider: CandleProvider): MarketDataParts {
  return {
    exchanges: createExchangeDirectory({ perpetual: provider, spot }, "spot"),
    cache: noCache,
    imports: noImports,
  };
}

describe("funding rates of another process", () => {
  const names = { names: ["perpetual", "spot"], defaultName: "spot" };

  test("are those of its provider, for the names that have them", async () => {
    const bus = createInProcessBus();
    const asked: FundingRequest[] = [];
    const served = partsOf(
      perpetual((request) => {
        asked.push(request);
        return Promise.resolve(RATES);
      }),
    );
    const subscription = serveMarketData(bus, served);
    const { exchanges } = remoteMarketData(bus, { ...names, fundingNames: ["perpetual"] });
    expect(await exchanges.find("perpetual").fundingRates!(REQUEST)).toEqual(RATES);
    expect(asked).toEqual([REQUEST]);
    expect(exchanges.find("spot")).not.toHaveProperty("fundingRates");
    const { exchanges: none } = remoteMarketData(bus, names);
    expect(none.find("perpetual")).not.toHaveProperty("fundingRates");
    const { exchanges: wrong } = remoteMarketData(bus, { ...names, fundingNames: ["spot"] });
    await expect(wrong.find("spot").fundingRates!(REQUEST)).rejects.toThrow(
      /spot has no funding rates/u,
    );
    await subscription.stop();
    await bus.close();
  });
});

describe("the funding rates of a run", () => {
  const { exchanges } = partsOf(perpetual());
  const candles = wander(5);
  const run = { symbol: "BTCUSDT", interval: "1", candles, source: "live" } as const;

  test("are read from the first candle's open to the last one's close", async () => {
    const asked: FundingRequest[] = [];
    const parts = partsOf(
      perpetual((request) => {
        asked.push(request);
        return Promise.resolve([]);
      }),
    );
    const { rates, warnings } = await readFunding(parts.exchanges, "perpetual", run);
    const [startTime, endTime] = [candles.time[0]!, candles.time[4]! + 60_000];
    expect(asked).toEqual([{ symbol: "BTCUSDT", startTime, endTime }]);
    expect(rates).toEqual([]);
    expect(warnings).toEqual(["perpetual had no funding payment of BTCUSDT in the range."]);
  });

  test("beside imported candles come with a warning; simulated candles have none", async () => {
    const imported = await readFunding(exchanges, "perpetual", { ...run, source: "csv" });
    expect(imported).toEqual({
      rates: RATES,
      warnings: ["The candles of BTCUSDT were imported; its funding rates are those of perpetual."],
    });
    await expect(
      readFunding(exchanges, "perpetual", { ...run, source: "simulated" }),
    ).rejects.toMatchObject({ code: "MARKET_DATA_UNAVAILABLE" });
  });

  test("of an exchange without them are refused with the names of those that have them", () => {
    expect(() => checkFundingSource(exchanges, undefined)).toThrow(
      'backtest: option "funding" needs an exchange of perpetual contracts, here perpetual; spot has no funding rates.',
    );
    const none = createExchangeDirectory({ spot }, "spot");
    expect(() => checkFundingSource(none, "spot")).toThrow(/and there is none here/u);
    expect(() => checkFundingSource(exchanges, "nowhere")).toThrow(EngineError);
    expect(() => checkFundingSource(exchanges, "perpetual")).not.toThrow();
  });
});
