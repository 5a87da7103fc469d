/** The queueing model of the capacity plan against the closed forms. */
import { describe, expect, test } from "vitest";

import {
  erlangC,
  exponential,
  meanWaitOfExponential,
  meanWaitOfOne,
  measured,
  moments,
  simulateQueue,
  waitQuantileOfExponential,
} from "../bench/scale/queueing.ts";

const CUSTOMERS = 400_000;

/** Difference to what is expected, as a fraction of it: a simulation's falls with the root of its customers. */
const off = (found: number, expected: number): number => Math.abs(found - expected) / expected;

test("Erlang's C is the sum over the states of M/M/k", () => {
  expect(erlangC(1, 0.7)).toBeCloseTo(0.7, 12);
  expect(erlangC(2, 1)).toBeCloseTo(1 / 3, 12);
  expect(erlangC(3, 2)).toBeCloseTo(4 / 9, 12);
  const [servers, load] = [10, 8];
  let term = 1;
  let below = 0;
  for (let n = 0; n < servers; n += 1) {
    below += term;
    term *= load / (n + 1);
  }
  const full = term / (1 - load / servers);
  expect(erlangC(servers, load)).toBeCloseTo(full / (below + full), 12);
  // Far above what factorials of doubles hold.
  expect(erlangC(1000, 700)).toBeLessThan(1e-9);
});

describe.each([
  { servers: 1, load: 0.5 },
  { servers: 1, load: 0.8 },
  { servers: 4, load: 0.8 },
  { servers: 50, load: 0.9 },
])("M/M/$servers with load $load", ({ servers, load }) => {
  const meanService = 0.2;
  const rate = (load * servers) / meanService;
  const found = simulateQueue({
    arrivalsPerSecond: rate,
    servers,
    service: exponential(meanService),
    customers: CUSTOMERS,
    seed: "closed forms",
  });

  test("has the utilisation and the waits of the closed forms", () => {
    const { utilisation, waiting, meanWaitSeconds, p99WaitSeconds } = found;
    const p99 = waitQuantileOfExponential(servers, rate, meanService, 0.99);
    expect(off(utilisation, load)).toBeLessThan(0.02);
    expect(off(waiting, erlangC(servers, load * servers))).toBeLessThan(0.05);
    expect(off(meanWaitSeconds, meanWaitOfExponential(servers, rate, meanService))).toBeLessThan(
      0.1,
    );
    expect(off(p99WaitSeconds, p99)).toBeLessThan(0.1);
  });
});

test("M/M/1 waits as long as the textbook says", () => {
  expect(meanWaitOfExponential(1, 4, 0.2)).toBeCloseTo(0.8 / (5 - 4), 12);
  expect(meanWaitOfOne(4, 0.2, 1)).toBeCloseTo(0.8, 12);
  expect(waitQuantileOfExponential(1, 0.1, 0.01, 0.99)).toBe(0);
});

test.each([
  ["equal", [0.2]],
  ["of two lengths", [0.05, 0.05, 0.05, 0.65]],
])("M/G/1 with service times that are %s waits as Pollaczek and Khinchine say", (_, times) => {
  const { mean, variation } = moments(times);
  const found = simulateQueue({
    arrivalsPerSecond: 3.5,
    servers: 1,
    service: measured(times),
    customers: CUSTOMERS,
    seed: "general service",
  });
  expect(off(found.meanWaitSeconds, meanWaitOfOne(3.5, mean, variation))).toBeLessThan(0.1);
});

test("service times without variation halve the wait of exponential ones", () => {
  expect(meanWaitOfOne(3, 0.2, 0)).toBeCloseTo(meanWaitOfOne(3, 0.2, 1) / 2, 12);
});
