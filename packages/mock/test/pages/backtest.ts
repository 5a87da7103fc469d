/** An app's page that runs a job, watches it and meets faults, against the mock of the backtest service. */

import { createBacktestClient } from "@bourse/client/backtest";
import { createEventsClient } from "@bourse/client/events";
import { createBacktestMock } from "@bourse/mock/backtest";

import { codeOf, tell } from "./told.ts";

const mock = await createBacktestMock({ seed: 1 });
const { baseUrl } = mock;

await tell(mock.handlers, async () => {
  const client = createBacktestClient({ baseUrl, retry: false });
  const heard: string[] = [];
  const events = createEventsClient<{ readonly type: string }>({
    url: `${baseUrl.replace("http", "ws")}/api/ws/events`,
  });
  const until = (async () => {
    for await (const event of events) {
      if (event.type === "gap") continue;
      heard.push(event.type);
      if (event.type === "job.completed") return;
    }
  })();
  const { job_id: uuid } = await client.createBacktest({ body: { strategy: "rsi", limit: 500 } });
  await mock.settled();
  const job = await client.getJob({ params: { uuid } });
  const trades: unknown = await (await fetch(`${baseUrl}/api/jobs/${uuid}/trades`)).json();
  await until;
  mock.fault("listJobs", { malformed: true, times: 1 });
  const malformed = await codeOf(client.listJobs());
  await mock.scenario("no-worker");
  const waiting = await client.createBacktest({ body: {} });
  return {
    status: job.status,
    result: job.result,
    trades,
    heard: heard.filter((type) => type !== "job.progress"),
    malformed,
    warning: waiting.warning !== undefined,
    calls: mock.calls().map(({ key, status }) => `${key} ${status}`),
  };
});
