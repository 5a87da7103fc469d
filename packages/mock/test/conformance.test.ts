import { backtestConformance } from "@bourse/conformance/backtest";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createBacktestMock, type BacktestMock } from "../src/backtest/index.ts";
import { fetchService, type FetchService } from "./fetch-service.ts";

describe("the mock", () => {
  let mock: BacktestMock;
  beforeAll(async () => {
    mock = await createBacktestMock();
  });
  afterAll(() => mock.close());
  backtestConformance({ test, target: () => mock });
});

describe("the fetch handler", () => {
  let service: FetchService;
  beforeAll(async () => {
    service = await fetchService(createSimulatedProvider());
  });
  afterAll(() => service.stop());
  backtestConformance({ test, target: () => service });
});

describe("the suite", () => {
  test("has no two cases of one name, and skips only what exists, with a reason", () => {
    const names: string[] = [];
    const skipped: string[] = [];
    const target = (): never => {
      throw new Error("not called");
    };
    const name = "an empty object starts a job with the documented defaults and nothing else";
    backtestConformance({
      test: (one) => names.push(one),
      target,
      except: { [name]: "it has other defaults" },
      onSkip: (one, reason) => skipped.push(`${one}: ${reason}`),
    });
    expect(names.length).toBeGreaterThan(140);
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain(name);
    expect(skipped).toEqual([`${name}: it has other defaults`]);
    expect(() => backtestConformance({ test, target, except: { x: "y" } })).toThrow(/no case/);
  });
});
