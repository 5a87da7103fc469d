// Sends another node a report that only it can read, and proves it.
import { createNodeExternalClient } from "@bourse/client/node";
import { createNodeMock } from "@bourse/mock/node";

const mock = await createNodeMock();
const { fetch, apiKey } = mock;
const baseUrl = mock.urls.external;
const node = createNodeExternalClient({ baseUrl, fetch, apiKey });
const recipient = mock.partner;
const data = "the tide tables";
const { headers } = await node.shareData.withResponse({
  body: { data, recipient },
});
const data_hash = headers.get("data-hash") ?? "";
const { verified } = await node.verifyData({ params: { data_hash } });
console.log("proved on the chain:", verified);
await mock.close();
