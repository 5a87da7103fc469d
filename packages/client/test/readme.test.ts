import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";

import { documentedBacktestApi } from "@bourse/contract/backtest";
import { expect, onTestFinished, test } from "vitest";

import { readmeExample, runInPackage } from "../../../test/support/readme-example.ts";
import { job, JOB_ID } from "./script.ts";

const folder = dirname(import.meta.dirname);

/** Answers of the service to the example's requests, in their order. */
const { example } = documentedBacktestApi.docs.routes.createBacktest;
const ANSWERS: readonly (readonly [status: number, body: unknown, code?: string])[] = [
  [200, example?.response],
  [200, job({ status: "running" })],
  [200, job({ status: "completed", result: result() })],
  [400, { detail: "the job is completed", status_code: 400 }, "JOB_NOT_CANCELLABLE"],
  [400, { detail: "query.limit: must be at most 100, found 101", status_code: 400 }],
];

test("the README shows its example's real output", async () => {
  const answers = ANSWERS.values();
  const server = createServer((_, response) => {
    const [status, body, code] = answers.next().value ?? [500, {}];
    const headers = { "content-type": "application/json", ...(code && { "x-error-code": code }) };
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { code, output } = readmeExample(folder);
  const source = code.replace("127.0.0.1:3002", `127.0.0.1:${port}`);
  expect(await runInPackage(folder, source)).toBe(output);
});

test("the README's pages and changed options have their real output", async () => {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const found = /```ts\n([^`]*pageOf\([^`]*)```\n\n```text\n([^`]*)```/u.exec(readme);
  const [, code = "", output = ""] = found ?? [];
  const server = createServer(({ url }, response) => {
    const isFirst = url?.includes("cursor") !== true;
    const headers = { "content-type": "application/json" };
    response
      .writeHead(200, isFirst ? { ...headers, link: '<?cursor=x>; rel="next"' } : headers)
      .end(isFirst ? "[{},{}]" : "[{}]");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const source = code.replace("127.0.0.1:3002", `127.0.0.1:${port}`);
  expect(await runInPackage(folder, source)).toBe(output);
});

function result(): Record<string, unknown> {
  const schema = documentedBacktestApi.docs.schemas?.["BacktestResult"] as unknown as {
    readonly shape: Readonly<Record<string, unknown>>;
  };
  const zeros = Object.keys(schema.shape).map((key) => [key, 0]);
  const time = "2026-01-01T00:00:00.000Z";
  return {
    ...Object.fromEntries(zeros),
    total_trades: 15,
    strategy: "ma_crossover",
    symbol: "BTCUSDT",
    exchange: "bybit",
    interval: "60",
    source: "simulated",
    first_timestamp: time,
    last_timestamp: time,
    configuration: {
      request: {},
      engine_version: "1.0.0",
      strategy_version: "1.0.0",
      trading_days_from: "calendar",
      data_seed: 1,
    },
    warnings: [`of ${JOB_ID}`],
  };
}
