import { expect, test } from "vitest";

import { pausesOf, pauseWords, startWords } from "../page/model/pauses.ts";

const series = (...values: (number | null)[]) => ({
  step: 60,
  points: values.map((value, at) => ({ timestamp: 600 + 60 * at, value })),
});

test("a pause is the time between two samples, and neither what was before the first nor what comes after the last", () => {
  const { pauses } = pausesOf(series(null, 1, null, null, 2, 2, null, 3, null));
  expect(pauses).toEqual([
    { from: 720, to: 840 },
    { from: 960, to: 1020 },
  ]);
  expect(pausesOf(series(null, null)).pauses).toEqual([]);
});

test("a start after the first sample is a restart, also in a time without a pause", () => {
  expect(pausesOf(series(1, null, null, 2), 790)).toMatchObject({
    startedAt: 790,
    isRestart: true,
  });
  expect(pausesOf(series(1, 1, 2), 700)).toMatchObject({ startedAt: 700, isRestart: true });
  expect(pausesOf(series(null, 1, 2), 665)).toMatchObject({ startedAt: 665, isRestart: false });
});

test("a start that is not known, or before the time that is shown, is none", () => {
  expect(startWords(pausesOf(series(1, null, 2)))).toBeUndefined();
  expect(startWords(pausesOf(series(1, null, 2), 599))).toBeUndefined();
  expect(startWords(pausesOf({ step: 60, points: [] }, 700))).toBeUndefined();
});

test("the words name a restart and the last three pauses, and count those before", () => {
  expect(startWords(pausesOf(series(1, null, 2), 725))).toMatch(/^Restarted .*:12:05 /);
  expect(startWords(pausesOf(series(null, 2), 665))).toMatch(/^Started .*:11:05 /);
  expect(pauseWords(pausesOf(series(1, 2)))).toBeUndefined();
  const many = series(1, null, 1, null, 1, null, 1, null, 1, null, 1);
  expect(pauseWords(pausesOf(many))).toMatch(/^.*:15:00 .* to .*:16:00 .*, and 2 times before$/);
});
