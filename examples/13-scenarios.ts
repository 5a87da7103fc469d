// Asks each mock for the state that a test begins with, and gets the
// logins, keys, jobs, drafts and shares in it.
import { createAuthClient } from "@bourse/client/auth";
import { createBacktestClient } from "@bourse/client/backtest";
import { createCurationClient } from "@bourse/client/curation";
import { createDraftsClient } from "@bourse/client/curation/drafts";
import { createNodeExternalClient } from "@bourse/client/node";
import { createAuthMock } from "@bourse/mock/auth";
import { createBacktestMock } from "@bourse/mock/backtest";
import { createCurationMock } from "@bourse/mock/curation";
import { createNodeMock } from "@bourse/mock/node";

const auth = await createAuthMock();
const { keys } = await auth.scenario("keys");
for (const [name, apiKey] of Object.entries(keys)) {
  const client = createAuthClient({
    baseUrl: auth.baseUrl,
    fetch: auth.fetch,
    apiKey,
  });
  const answer = await client.me.safe();
  console.log(name, answer.ok ? "is accepted" : answer.error.code);
}

const backtest = await createBacktestMock();
const jobs = await backtest.scenario("jobs");
const backtests = createBacktestClient({
  baseUrl: backtest.baseUrl,
  fetch: backtest.fetch,
});
for (const uuid of Object.values(jobs)) {
  console.log("job", (await backtests.getJob({ params: { uuid } })).status);
}

const curation = await createCurationMock();
const { author, drafts } = await curation.scenario("examples");
const { baseUrl, fetch } = curation;
const people = createCurationClient({ baseUrl, fetch });
await people.login({
  body: { email: author.email, password: author.password },
});
const own = createDraftsClient({
  baseUrl,
  fetch,
  credentials: people.credentials,
});
for (const [id = ""] of Object.values(drafts)) {
  console.log("draft", (await own.getDraft({ params: { id } })).status);
}

const node = await createNodeMock();
const { share } = await node.scenario("examples");
const external = createNodeExternalClient({
  baseUrl: node.urls.external,
  fetch: node.fetch,
  apiKey: node.apiKey,
});
const { data } = await external.getData({ params: { data_hash: share } });
console.log("share", data);

for (const mock of [auth, backtest, curation, node]) await mock.close();
