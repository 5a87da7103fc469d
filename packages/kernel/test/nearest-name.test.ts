import { describe, expect, test } from "vitest";

import { didYouMean, nearestName } from "../src/index.ts";

const known = ["ma_crossover", "rsi", "bollinger_bands", "wavelet_reversal"];

describe("the nearest name", () => {
  test.each([
    ["ma_crosover", "ma_crossover"],
    ["ma_corssover", "ma_crossover"],
    ["RSI", "rsi"],
    ["rsj", "rsi"],
    ["bolinger_band", "bollinger_bands"],
    ["wavelet-reversal", "wavelet_reversal"],
  ])("to %s is %s", (word, nearest) => {
    expect(nearestName(word, known)).toBe(nearest);
  });

  test.each(["", "momentum", "x", "zzz", "r".repeat(65)])("to %j is none", (word) => {
    expect(nearestName(word, known)).toBeUndefined();
  });

  test("is the first one of a tie", () => {
    expect(nearestName("cat", ["car", "cap"])).toBe("car");
  });

  test("completes a sentence, or stays out of it", () => {
    expect(didYouMean("rsy", known)).toBe(' Did you mean "rsi"?');
    expect(didYouMean("momentum", known)).toBe("");
  });
});
