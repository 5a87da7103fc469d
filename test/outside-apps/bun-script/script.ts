// A script for Bun: a backtest by the engine, and the same one by the service and its client in this process.
import { backtest } from "@bourse/backtest-engine";
import { createBacktestClient } from "@bourse/client/backtest";
import { serveFetch } from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";
import { bindBacktestApi } from "@bourse/handlers/backtest";
import { createInProcessBus, createMemoryStore } from "@bourse/kernel";
import { backtestCollections, createBacktestService } from "@bourse/trading-core";
import { createExchangeDirectory, createSimulatedProvider } from "@bourse/trading-core/market-data";

const simulated = createSimulatedProvider({ seed: 7 });
const endTime = Date.UTC(2026, 0, 1);
const { candles } = await simulated.candles({
  symbol: "BTCUSDT",
  interval: "60",
  endTime,
  limit: 1000,
});
const { totalTrades } = backtest(candles, { strategy: "rsi" });

const service = createBacktestService({
  store: createMemoryStore({ collections: backtestCollections }),
  bus: createInProcessBus(),
  exchanges: createExchangeDirectory({ simulated }, "simulated"),
});
await service.start();
const handle = serveFetch(backtestApi.wire, bindBacktestApi(service));
const client = createBacktestClient({
  baseUrl: "http://bourse.local",
  fetch: (input, init) => handle(new Request(input, init)),
});
const { job_id } = await client.createBacktest({
  body: { strategy: "rsi", interval: "60", limit: 1000, end_time: new Date(endTime).toISOString() },
});
const job = await client.waitForJob(job_id, { pollMilliseconds: 10 });
const served = job.job_type === "backtest" ? job.result?.total_trades : undefined;
console.log(JSON.stringify({ trades: totalTrades, served, status: job.status }));
await service.stop();
