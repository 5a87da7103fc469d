import { expect, test } from "vitest";

import { bytes, duration, short, spaced } from "../page/model/format.ts";

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
});
