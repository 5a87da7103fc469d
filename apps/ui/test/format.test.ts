import { expect, test } from "vitest";

import { ago, bytes, duration, short, spaced } from "../src/model/format.ts";

test("numbers, times and names in words", () => {
  expect(bytes(999)).toBe("999 B");
  expect(bytes(1_048_576)).toBe("1.0 MB");
  expect(bytes(123_456_789)).toBe("123 MB");
  expect(duration(59)).toBe("59 s");
  expect(duration(61)).toBe("1 min 1 s");
  expect(duration(90_061)).toBe("1 d 1 h");
  expect(short("0x1234567890123456789012345678901234567890")).toBe("0x1234…7890");
  expect(short("short")).toBe("short");
  expect(spaced("p2p_network")).toBe("p2p network");
  expect(spaced("ma_crossover")).toBe("MA crossover");
  expect(spaced("rsi")).toBe("RSI");
  expect(spaced("max_drawdown")).toBe("max drawdown");
});

test("a time is told by its distance, in one unit", () => {
  const now = Date.UTC(2030, 0, 2);
  expect(ago(now - 4000, now)).toBe("now");
  expect(ago(now - 59_000, now)).toBe("59 s ago");
  expect(ago(now - 3_599_000, now)).toBe("59 min ago");
  expect(ago(now - 90_000_000, now)).toBe("1 d ago");
  expect(ago(now + 7_200_000, now)).toBe("in 2 h");
});
