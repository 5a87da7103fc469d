import { expect, test } from "vitest";

import { intervalFault, intervalName, INTERVALS } from "../page/model/intervals.ts";

test.each([
  ["1", "1 minute"],
  ["45", "45 minutes"],
  ["60", "1 hour"],
  ["480", "8 hours"],
  ["90m", "90 minutes"],
  ["10s", "10 seconds"],
  ["D", "1 day"],
  ["3D", "3 days"],
  ["2w", "2 weeks"],
  ["M", "1 month"],
  ["3M", "3 months"],
])("the interval %s is %s", (interval, name) => {
  expect(intervalName(interval)).toBe(name);
  expect(intervalFault(interval)).toBeUndefined();
});

test.each(["", "0", "1.5h", "1y", "-3m", "M1", "1h30m"])("%j is no interval", (text) => {
  expect(intervalName(text)).toBe(text);
  expect(intervalFault(text)).toContain("such as 45m or 3M");
});

test("each usual interval is spelled with its unit", () => {
  expect(INTERVALS.map(intervalName).join(", ")).toBe(
    "1 minute, 3 minutes, 5 minutes, 15 minutes, 30 minutes, 1 hour, 2 hours, 4 hours, 6 hours, 12 hours, 1 day, 1 week, 1 month",
  );
});
