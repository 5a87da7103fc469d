/** Cursors with a good check sum over a place that no list gave out: whoever knows the check sum can make them. */

import { writeCursor } from "@bourse/kernel";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createBacktestMock, type BacktestMock } from "../src/backtest/index.ts";

let mock: BacktestMock;
let uuid: string;

beforeAll(async () => {
  mock = await createBacktestMock();
  const answer = await mock.fetch(`${mock.baseUrl}/api/backtests`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ interval: "60", limit: 1000, strategy: "ma_crossover" }),
  });
  uuid = ((await answer.json()) as { readonly job_id: string }).job_id;
  await mock.settled();
});
afterAll(() => mock.close());

async function answerTo(path: string, place: string, list: string): Promise<string> {
  const cursor = encodeURIComponent(writeCursor(place, list));
  const answer = await mock.fetch(`${mock.baseUrl}/api${path}?cursor=${cursor}`);
  return `${answer.status} ${await answer.text()}`;
}

const REFUSED =
  '400 {"detail":"query.cursor: is not one that this list gave out","status_code":400}';

test.each(["-5", "NaN", "1e3", "0.5", "9".repeat(20), "\0", "\ud800", "x".repeat(300)])(
  "the place %j in the trades of a job is refused",
  async (place) => {
    expect(await answerTo(`/jobs/${uuid}/trades`, place, `trades of ${uuid}`)).toBe(REFUSED);
  },
);

test.each([":", "1:", "x:y", "-1:a", "1:\n", "1:\0", "1:\ud800", `1:${"x".repeat(300)}`])(
  "the place %j in a list of orders is refused",
  async (place) => {
    const list = JSON.stringify(["orders", "paper", undefined, undefined]);
    expect(await answerTo("/execution/orders", place, list)).toBe(REFUSED);
  },
);

test("a place behind the last trade or order leads to no item", async () => {
  expect(await answerTo(`/jobs/${uuid}/trades`, "999999999", `trades of ${uuid}`)).toBe("200 []");
  const list = JSON.stringify(["orders", "paper", undefined, undefined]);
  expect(await answerTo("/execution/orders", "1:unknown", list)).toBe(
    '200 {"success":true,"orders":[],"count":0}',
  );
});
