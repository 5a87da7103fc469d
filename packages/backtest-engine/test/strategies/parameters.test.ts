import { hasCode } from "@bourse/kernel";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { EngineError } from "../../src/data/index.ts";
import {
  builtInStrategies,
  createStrategyRegistry,
  defineStrategy,
  maCrossover,
  resolveParameters,
  waveletReversal,
  type ParameterFault,
  type Strategy,
} from "../../src/strategies/index.ts";

function faultsOf(strategy: Strategy, given: unknown): readonly ParameterFault[] {
  try {
    resolveParameters(strategy, given);
  } catch (error) {
    if (hasCode(error, "PARAMETERS_INVALID")) {
      return error.details["faults"] as readonly ParameterFault[];
    }
    throw error;
  }
  return [];
}

/** A strategy that never trades, with what is to be tested changed. */
const idle = {
  name: "idle",
  version: "1.0.0",
  description: "Never trades.",
  signalType: "none",
  direction: "long",
  parameters: {},
  decide: (candles: { length: number }) => ({ signals: new Uint8Array(candles.length), warmUp: 0 }),
} as const;

describe("parameters", () => {
  test("nothing given is all defaults, frozen", () => {
    const parameters = resolveParameters(maCrossover);
    expect(parameters).toEqual({ fast_period: 10, slow_period: 20, ma_type: "sma" });
    expect(Object.isFrozen(parameters)).toBe(true);
  });

  test("what is given stands over the defaults, and undefined counts as left out", () => {
    expect(resolveParameters(maCrossover, { slow_period: 50, ma_type: undefined })).toEqual({
      fast_period: 10,
      slow_period: 50,
      ma_type: "sma",
    });
  });

  test("every fault is named at once, an unknown name with the nearest known", () => {
    expect(
      faultsOf(maCrossover, { fast_perid: 5, fast_period: 1.5, slow_period: 500, ma_type: "hull" }),
    ).toEqual([
      {
        path: "fast_perid",
        message: 'is not a parameter of this strategy. Did you mean "fast_period"?',
      },
      { path: "fast_period", message: "must be a whole number from 2 to 100, found 1.5" },
      { path: "slow_period", message: "must be a whole number from 5 to 200, found 500" },
      { path: "ma_type", message: 'must be one of "sma", "ema", "wma", found "hull"' },
    ]);
  });

  test("a fast average that is not the faster one is refused", () => {
    expect(faultsOf(maCrossover, { fast_period: 20 })).toEqual([
      { path: "fast_period", message: "must be below slow_period, found 20 and 20" },
    ]);
  });

  test("a window too short for six approximation values is refused and says what to do", () => {
    expect(faultsOf(waveletReversal, { window: 32 })[0]?.message).toBe(
      "32 with db1 leaves 4 approximation values at level 3, and at least 6 are needed: take a larger window or a lower level",
    );
    expect(faultsOf(waveletReversal, { window: 32, wavelet: "db10" })).toEqual([]);
  });

  test.each([null, [], "fast", 7])("%j is no object of parameters", (given) => {
    expect(faultsOf(maCrossover, given)).toEqual([
      { path: "", message: "must be an object of parameters by name" },
    ]);
  });

  test("names that every object inherits are unknown like any other", () => {
    const given = JSON.parse('{"__proto__": 1, "constructor": 2}') as unknown;
    expect(faultsOf(maCrossover, given).map(({ path }) => path)).toEqual([
      "__proto__",
      "constructor",
    ]);
  });

  test("property: whatever comes off the wire is either resolved within bounds or refused", () => {
    const given = fc.dictionary(
      fc.constantFrom("fast_period", "slow_period", "ma_type", "x"),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(given, (parameters) => {
        if (faultsOf(maCrossover, parameters).length > 0) return;
        const { fast_period, slow_period } = resolveParameters(maCrossover, parameters);
        expect(fast_period).toBeGreaterThanOrEqual(2);
        expect(slow_period).toBeLessThanOrEqual(200);
        expect(fast_period).toBeLessThan(slow_period);
      }),
    );
  });
});

describe("defining strategies", () => {
  test("parameters have the types that their description gives", () => {
    const strategy = defineStrategy({
      ...idle,
      parameters: {
        size: { type: "integer", default: 3, minimum: 1, maximum: 9, description: "Size." },
        eager: { type: "boolean", default: false, description: "Whether it hurries." },
        way: { type: "string", default: "up", choices: ["up", "down"], description: "Way." },
      },
      check: ({ size, eager, way }) =>
        eager && way === "up" && size > 5 ? { path: "size", message: "is too much" } : undefined,
    });
    expect(resolveParameters(strategy, { eager: true })).toEqual({
      size: 3,
      eager: true,
      way: "up",
    });
    expect(faultsOf(strategy, { eager: 1 })).toEqual([
      { path: "eager", message: "must be true or false, found 1" },
    ]);
    expect(faultsOf(strategy, { eager: true, size: 6 })).toEqual([
      { path: "size", message: "is too much" },
    ]);
  });

  test("what registries share cannot be changed", () => {
    const { parameters } = maCrossover;
    expect(Object.isFrozen(maCrossover)).toBe(true);
    expect(Object.isFrozen(parameters)).toBe(true);
    expect(Object.isFrozen(parameters.fast_period)).toBe(true);
  });

  const size = {
    type: "integer",
    default: 3,
    minimum: 1,
    maximum: 9,
    description: "Size.",
  } as const;
  test.each<[string, object, RegExp]>([
    ["a name with capitals", { name: "Idle" }, /the name must match/],
    ["no version", { version: "" }, /version is missing/],
    ["an unknown direction", { direction: "up" }, /direction must be/],
    ["no decide", { decide: undefined }, /decide must be a function/],
    ["no parameters", { parameters: null }, /parameters" must be an object/],
    [
      "a default out of range",
      { parameters: { size: { ...size, default: 0 } } },
      /with its defaults, size/,
    ],
    [
      "bounds the wrong way round",
      { parameters: { size: { ...size, minimum: 10 } } },
      /finite minimum/,
    ],
    ["a parameter name with a dash", { parameters: { "a-b": size } }, /parameter name "a-b"/],
    ["no choices", { parameters: { way: { ...size, type: "string" } } }, /way has no choices/],
    ["an unknown type", { parameters: { way: { ...size, type: "date" } } }, /must be of type/],
    [
      "no description",
      { parameters: { size: { ...size, description: undefined } } },
      /no description/,
    ],
  ])("%s is refused", (_, change, problem) => {
    expect(() => defineStrategy({ ...idle, ...change } as never)).toThrow(problem);
  });
});

describe("the registry", () => {
  test("holds the four strategies of the specification, and two that hold", () => {
    expect(createStrategyRegistry().list()).toMatchSnapshot();
  });

  test("an unknown name is refused with the nearest one", () => {
    expect(() => createStrategyRegistry().get("ma_crossver")).toThrow(
      'There is no strategy "ma_crossver". Did you mean "ma_crossover"?',
    );
    expect(() => createStrategyRegistry().get("toString")).toThrow(EngineError);
  });

  test("a strategy of one's own joins one registry and no other", () => {
    const registry = createStrategyRegistry([...builtInStrategies, idle]);
    expect(registry.get("idle")).toBe(idle);
    expect(createStrategyRegistry().has("idle")).toBe(false);
    expect(createStrategyRegistry([]).list()).toEqual([]);
  });

  test("a name is given once", () => {
    const registry = createStrategyRegistry();
    expect(() => registry.register(maCrossover)).toThrow(/registered already/);
  });
});
