import { serveFetch } from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";
import { createInProcessBus, createManualClock, createMemoryStore } from "@bourse/kernel";
import { backtestCollections, createBacktestService } from "@bourse/trading-core";
import { createExchangeDirectory, createSimulatedProvider } from "@bourse/trading-core/market-data";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";

import { bindBacktestApi } from "../../src/backtest/index.ts";

const faults: unknown[] = [];
const clock = createManualClock();
// No worker: what is asked for is stored and waits, so that nothing but the answers is measured.
const service = createBacktestService({
  store: createMemoryStore({ collections: backtestCollections }),
  bus: createInProcessBus({ clock }),
  exchanges: createExchangeDirectory(
    { simulated: createSimulatedProvider({ clock }) },
    "simulated",
  ),
  clock,
});
afterAll(() => service.stop());
const serve = serveFetch(
  backtestApi.wire,
  bindBacktestApi(service, { validateResponses: true, onError: (error) => faults.push(error) }),
);

/** Near misses: the right members, with values that are sometimes right. */
const order = fc.record(
  {
    symbol: fc.oneof(fc.constantFrom("BTCUSDT", "eth/usdt", "BTCBTC", "X"), fc.anything()),
    side: fc.oneof(fc.constantFrom("buy", "sell"), fc.anything()),
    quantity: fc.oneof(
      fc.double(),
      fc.constantFrom("0.5", "1e5", "007", "9".repeat(40)),
      fc.anything(),
    ),
    order_type: fc.oneof(fc.constantFrom("market", "limit", "stop", "stop_limit"), fc.anything()),
    price: fc.oneof(fc.double({ min: 0 }), fc.constantFrom(null, "5"), fc.anything()),
    stop_price: fc.oneof(fc.double({ min: 0 }), fc.constantFrom(null, "5"), fc.anything()),
    client_order_id: fc.oneof(fc.string({ maxLength: 40 }), fc.anything()),
  },
  { requiredKeys: [] },
);
const range = fc.oneof(
  fc.record({ from: fc.double(), to: fc.double(), step: fc.double() }, { requiredKeys: [] }),
  fc.array(fc.oneof(fc.integer(), fc.string(), fc.boolean()), { maxLength: 5 }),
  fc.integer(),
  fc.anything(),
);
const sweep = fc.record(
  {
    limit: fc.oneof(fc.integer({ min: -1, max: 5000 }), fc.anything()),
    strategy: fc.oneof(fc.constantFrom("rsi", "ma_crossover", "nobody"), fc.anything()),
    parameters: fc.oneof(
      fc.dictionary(fc.constantFrom("period", "fast_period", "__proto__", "x"), range),
      fc.anything(),
    ),
    metric: fc.oneof(fc.constantFrom("sharpe", "sqn"), fc.anything()),
    search: fc.oneof(fc.record({ count: fc.integer(), seed: fc.integer() }), fc.anything()),
    train_candles: fc.oneof(fc.integer({ min: -1, max: 3000 }), fc.anything()),
    test_candles: fc.oneof(fc.integer({ min: -1, max: 3000 }), fc.anything()),
    step_candles: fc.oneof(fc.integer(), fc.anything()),
  },
  { requiredKeys: [] },
);
const close = fc.record(
  { symbol: fc.oneof(fc.constant("BTCUSDT"), fc.anything()), side: fc.anything() },
  { requiredKeys: [] },
);
const segment = fc.string({ minLength: 1, maxLength: 60, unit: "binary" });

test.each([
  ["/api/execution/orders", order],
  ["/api/execution/positions/close", close],
  ["/api/sweeps", sweep],
  ["/api/walk-forward", sweep],
] as const)(
  "whatever is posted to %s is answered as documented, and never by a fault",
  { timeout: 60_000 },
  async (path, body) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, fc.anything()), async (value) => {
        expect(await faultOf("POST", path, JSON.stringify(value) ?? "")).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  },
);

test(
  "whatever stands in a path or a query is answered as documented",
  { timeout: 60_000 },
  async () => {
    const parts = ["trades", "equity", "report", "progress", "retry"];
    const paths = fc.oneof(
      fc.tuple(segment, fc.constantFrom(...parts)).map(([id, part]) => {
        const method = part === "retry" ? "POST" : "GET";
        return [method, `/api/jobs/${encodeURIComponent(id)}/${part}`] as const;
      }),
      fc
        .tuple(fc.constantFrom("GET", "DELETE"), segment, fc.string({ unit: "binary" }))
        .map(([method, id, symbol]) => {
          const query = `?symbol=${encodeURIComponent(symbol)}`;
          return [method, `/api/execution/orders/${encodeURIComponent(id)}${query}`] as const;
        }),
      fc.tuple(fc.constantFrom("symbol", "status", "limit"), fc.string()).map(([name, value]) => {
        return ["GET", `/api/execution/orders?${name}=${encodeURIComponent(value)}`] as const;
      }),
    );
    await fc.assert(
      fc.asyncProperty(paths, async ([method, path]) => {
        expect(await faultOf(method, path, undefined)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  },
);

/** Fault of the answer; undefined when the documents know the answer. */
async function faultOf(
  method: string,
  path: string,
  body: string | undefined,
): Promise<string | undefined> {
  const answer = await serve(
    new Request(`http://service${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body }),
    }),
  );
  const text = await answer.text();
  if (faults.length > 0) return `a fault of the inside: ${String(faults[0])}`;
  if (![200, 400, 404, 405, 422].includes(answer.status)) return `${answer.status} ${text}`;
  if (answer.status === 200) return undefined;
  const members = Object.keys(JSON.parse(text) as object).join();
  return members === "detail,status_code" ? undefined : text;
}
