import { createExchangeDirectory, createSimulatedProvider } from "@bourse/backtest-engine";
import { serveFetch } from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";
import {
  backtestCollections,
  bindBacktestApi,
  createBacktestCore,
  createMemoryImports,
} from "@bourse/handlers/backtest";
import { createInProcessBus, createMemoryStore, systemClock } from "@bourse/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createBacktestMock, type BacktestMock } from "../src/backtest/index.ts";
import { backtestConformance } from "../src/conformance/index.ts";

describe("the mock", () => {
  let mock: BacktestMock;
  beforeAll(async () => {
    mock = await createBacktestMock();
  });
  afterAll(() => mock.close());
  backtestConformance({ test, target: () => mock });
});

describe("the fetch handler", () => {
  const { imports, provider } = createMemoryImports({
    base: createSimulatedProvider(),
    clock: systemClock,
  });
  const core = createBacktestCore({
    store: createMemoryStore({ collections: backtestCollections }),
    bus: createInProcessBus(),
    exchanges: createExchangeDirectory({ bybit: provider }, "bybit"),
    imports,
  });
  const serve = serveFetch(backtestApi.wire, bindBacktestApi(core, { validateResponses: true }));
  beforeAll(() => core.start());
  afterAll(() => core.stop());
  backtestConformance({
    test,
    target: () => ({
      baseUrl: "http://service",
      fetch: (input, init) => serve(new Request(input, init)),
    }),
  });
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
    expect(names.length).toBeGreaterThan(100);
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain(name);
    expect(skipped).toEqual([`${name}: it has other defaults`]);
    expect(() => backtestConformance({ test, target, except: { x: "y" } })).toThrow(/no case/);
  });
});
