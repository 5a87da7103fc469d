/** An app's page that shares data and reads it back, against the mock of the node. */

import { createEventsClient } from "@bourse/client/events";
import {
  createNodeDashboardClient,
  createNodeExternalClient,
  createNodeInternalClient,
} from "@bourse/client/node";
import { createNodeMock } from "@bourse/mock/node";

import { codeOf, tell } from "./told.ts";

const mock = await createNodeMock();
const { urls, apiKey } = mock;

await tell(mock.handlers, async () => {
  const common = { retry: false, apiKey } as const;
  const internal = createNodeInternalClient({ ...common, baseUrl: urls.internal });
  const external = createNodeExternalClient({ ...common, baseUrl: urls.external });
  const dashboard = createNodeDashboardClient({ ...common, baseUrl: urls.dashboard });
  const events = createEventsClient<{ readonly type: string }>({
    url: `${urls.dashboard.replace("http", "ws")}/ws`,
  });
  const heard: string[] = [];
  const until = (async () => {
    for await (const event of events) {
      heard.push(event.type);
      if (event.type === "token.added") return;
    }
  })();
  const token = mock.demoToken.address;
  await internal.addToken({ body: mock.demoToken });
  await external.shareData({
    body: { data: "Grüße", recipient: mock.partner, payment_token: token, payment_amount: 7 },
  });
  const [share] = (await internal.listShares()).shares;
  const params = { data_hash: share?.data_hash ?? "" };
  const read = await external.getData({ params });
  const { verified } = await external.verifyData({ params });
  await until;
  mock.dashboard.fault("info", { status: 503, times: 1 });
  const faulty = await codeOf(dashboard.info());
  await mock.scenario("examples");
  return {
    read,
    verified,
    heard: heard.includes("token.added"),
    faulty,
    shares: (await internal.listShares()).count,
  };
});
