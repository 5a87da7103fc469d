import { serveFetch } from "@bourse/contract";
import { backtestApi, type DispatchReply, type Job } from "@bourse/contract/backtest";
import { createInProcessBus, createMemoryStore } from "@bourse/kernel";
import { backtestCollections, createBacktestService } from "@bourse/trading-core";
import { createExchangeDirectory, createSimulatedProvider } from "@bourse/trading-core/market-data";
import { expect, onTestFinished, test } from "vitest";

import { bindBacktestApi } from "../../src/backtest/index.ts";

test("ten lines embed the whole service in any program with fetch", async () => {
  const service = createBacktestService({
    store: createMemoryStore({ collections: backtestCollections }),
    bus: createInProcessBus(),
    exchanges: createExchangeDirectory({ simulated: createSimulatedProvider() }, "simulated"),
  });
  await service.start();
  onTestFinished(() => service.stop());
  const serve = serveFetch(backtestApi.wire, bindBacktestApi(service, { validateResponses: true }));

  const posted = await serve(new Request("http://service/api/backtests", { method: "POST" }));
  const dispatch = (await posted.json()) as DispatchReply;
  expect(dispatch).toMatchObject({ status: "running", message: expect.any(String) as string });
  const ended = async (): Promise<Job> => {
    const reply = await serve(new Request(`http://service/api/jobs/${dispatch.job_id}`));
    return (await reply.json()) as Job;
  };
  await expect.poll(ended, { interval: 1 }).toMatchObject({
    status: "completed",
    result: { candles: 1000, source: "simulated" },
  });
});
