// Tests an app against the mock: the real service behind intercepted
// requests, with faults on demand.
import { createBacktestClient } from "@bourse/client/backtest";
import { createBacktestMock } from "@bourse/mock/backtest";
import { setupServer } from "msw/node";

const mock = await createBacktestMock({
  baseUrl: "http://bourse.local",
  seed: 7,
});
const network = setupServer(...mock.handlers);
network.listen();

const client = createBacktestClient({ baseUrl: "http://bourse.local" });
const { job_id } = await client.createBacktest({
  body: { interval: "1h" },
});
await mock.settled();
console.log((await client.getJob({ params: { uuid: job_id } })).status);

mock.fault("getJob", { status: 503, times: 9 });
const answer = await client.getJob.safe(
  { params: { uuid: job_id } },
  { retry: false },
);
console.log(answer.ok ? "answered" : answer.error.code);
console.log(
  mock
    .calls()
    .map(({ key }) => key)
    .join(" "),
);

network.close();
await mock.close();
