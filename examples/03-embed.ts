// Runs the whole service inside your process, as a function from Request to
// Response, and calls it with the typed client.
import { createBacktestClient } from "@bourse/client/backtest";
import { serveFetch } from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";
import { bindBacktestApi } from "@bourse/handlers/backtest";
import { createInProcessBus, createMemoryStore } from "@bourse/kernel";
import {
  backtestCollections,
  createBacktestService,
} from "@bourse/trading-core";
import {
  createExchangeDirectory,
  createSimulatedProvider,
} from "@bourse/trading-core/market-data";

const simulated = createSimulatedProvider({ seed: 7 });
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
  body: {
    strategy: "rsi",
    interval: "60",
    end_time: "2026-01-01T00:00:00Z",
  },
});
const job = await client.waitForJob(job_id, { pollMilliseconds: 10 });
if (job.job_type === "backtest") {
  console.log(
    job.status,
    job.result?.source,
    job.result?.total_trades,
    "trades",
  );
}
await service.stop();
