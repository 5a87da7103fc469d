import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { backtest, sweep } from "../../src/index.ts";
import { report } from "../../src/report/index.ts";
import { auditLookAhead, monteCarlo } from "../../src/research/index.ts";
import { maCrossover } from "../../src/strategies/index.ts";

const sectionOf = (page: string, title: string): string =>
  page.split(`<h2>${title}`)[1]?.split(/<h2>/u)[0] ?? "";

describe("what of a run is luck", async () => {
  const { candles } = await createSimulatedProvider({ seed: 7 }).candles({
    symbol: "BTCUSDT",
    interval: "60",
    endTime: Date.UTC(2024, 6, 1),
    limit: 2000,
  });
  const run = backtest(candles, { strategy: "ma_crossover" });
  const found = await sweep(candles, {
    strategy: "ma_crossover",
    parameters: { fast_period: [5, 8, 10], slow_period: [20, 30, 40] },
    overfitting: {},
    crossValidation: {},
  });
  const drawn = monteCarlo(run, { method: "bootstrap_trades", runs: 200 })!;
  const audit = auditLookAhead(maCrossover, {}, candles);
  const page = report(run, {
    robustness: {
      monteCarlo: drawn,
      lookAhead: audit,
      overfitting: found.overfitting!,
      crossValidation: found.crossValidation!,
    },
  });
  const text = sectionOf(page, "Robustness");
  const shown = (name: string): string | undefined =>
    new RegExp(`>${name}</th>\\s*<td>([^<]*)`, "u").exec(text)?.[1];
  const share = (value: number): string => `${(value * 100).toFixed(2)} %`;

  test("drawn runs, audit, overfitting and cross-validation are shown with their own figures", () => {
    expect(shown("Runs")).toBe("200");
    expect(shown("End with a loss")).toBe(share(drawn.lossProbability));
    expect(shown("95 % stay at or below")).toBe(share(drawn.maxDrawdown.p95));
    expect(shown("Decisions depend on later candles")).toBe("no");
    expect(shown("Shortened series")).toBe(String(audit.runs));
    expect(shown("Probability of overfitting")).toBe(share(found.overfitting!.probability));
    expect(shown("Paths with a loss")).toBe(share(found.crossValidation!.lossProbability));
    expect(shown("Paths out of sample")).toBe(String(found.crossValidation!.paths.length));
  });

  test("the first changed decision of an audit is named", () => {
    const fault = { candles: 9, index: 7, time: 0, decision: "signal" } as const;
    const faults = [{ ...fault, withFuture: 1, withoutFuture: 0 }];
    const bad = report(run, { robustness: { lookAhead: { isClean: false, runs: 3, faults } } });
    expect(sectionOf(bad, "Robustness")).toContain("signal at candle 7");
  });

  test("without findings there is no such section", () => {
    for (const robustness of [undefined, {}, { monteCarlo: null }]) {
      const plain = report(run, robustness === undefined ? {} : { robustness });
      expect(plain).not.toContain("<h2>Robustness");
    }
  });
});
