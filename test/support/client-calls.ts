/** Valid calls of the clients. */
import { callsOf, detail, media, route } from "../../packages/contract/src/index.ts";
import type { Calls } from "./wrong-arguments.ts";

const client = "@bourse/client";

const { routes, ...service } = {
  id: "sample",
  basePath: "/api",
  title: "Sample",
  version: "1.0.0",
  wire: detail,
  security: {},
  routes: { ping: route("GET", "/ping", { responses: { 200: media("text/plain") } }) },
};

const options = (): object => ({
  baseUrl: "http://127.0.0.1:1",
  fetch: async () => new Response(),
});
const page = (): object =>
  Object.assign(async () => [], {
    pages: true,
    withResponse: async () => ({ data: [], headers: new Headers() }),
  });
const tokens = (): object => ({ token: "a", refreshToken: "b", renewAt: 5 });
const storage = (): object => ({
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
});

const socket = (): object => ({
  send: () => undefined,
  close: () => undefined,
  addEventListener: () => undefined,
});

const created = (...names: readonly string[]): Readonly<Record<string, () => readonly unknown[]>> =>
  Object.fromEntries(names.map((name) => [`${client}/${name}`, () => [options()]]));

/** Valid calls of the clients. */
export const CLIENT_CALLS: Calls["calls"] = {
  [`${client} createClient`]: () => [{ ...service, calls: callsOf(routes) }, options()],
  [`${client} iterate`]: () => [page()],
  [`${client} pageOf`]: () => [page()],
  [`${client} withOptions`]: () => [{}, {}],
  [`${client}/auth memoryTokens`]: () => [tokens()],
  [`${client}/shared-tokens sharedTokens`]: () => [{ name: "login", storage: storage() }],
  [`${client}/validation answersOf`]: () => [routes],
  [`${client}/events createEventsClient`]: () => [
    { url: "ws://127.0.0.1:1", createSocket: socket },
  ],
  [`${client}/auth/users createUsersClient`]: () => [{ ...options(), apiKey: "key" }],
  ["@bourse/mcp createBacktestMcp"]: () => [options()],
  ...created(
    "auth createAuthClient",
    "backtest createBacktestClient",
    "backtest/progress createFollowJob",
    "curation createCurationClient",
    "curation/admin createCurationAdminClient",
    "curation/drafts createDraftsClient",
    "curation/events createCuratorEvents",
    "curation/review createReviewClient",
    "execution createExecutionClient",
    "research createResearchClient",
    "node createNodeDashboardClient",
    "node createNodeExternalClient",
    "node createNodeInternalClient",
  ),
};
