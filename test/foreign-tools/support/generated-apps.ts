/** Programs as an app has them: calls through a generated client, and wrong ones that must not compile. */

import type { Generator } from "./generated-client.ts";

/** Calls of one API through the clients of both generators; `run` returns what it read. */
export type Apps = Readonly<Record<Generator, string>>;

const FETCH = `import createClient from "openapi-fetch";
import type { paths } from "./schema.ts";
`;

const HEY = `import { createClient } from "./client/client";
`;

export const APPS = {
  auth: {
    "openapi-typescript": `${FETCH}
export async function run(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  const body = { email: "fetch@example.com", password: "correct horse battery", name: "Fetch" };
  const registered = await client.POST("/api/v1/auth/register", { body });
  if (registered.error !== undefined) throw new Error(registered.error.error.message);
  const token: string = registered.data.data.token;
  const headers = { authorization: \`Bearer \${token}\` };
  const me = await client.GET("/api/v1/auth/me", { headers });
  const refused = await client.GET("/api/v1/auth/me");
  // @ts-expect-error a password is text
  void (() => client.POST("/api/v1/auth/login", { body: { email: "x", password: 5 } }));
  // @ts-expect-error there is no such route
  void (() => client.GET("/api/v1/nothing"));
  return [me.data?.data.user.email, refused.response.status, refused.error?.error.code];
}`,
    "@hey-api/openapi-ts": `${HEY}import { me, register } from "./client";

export async function run(baseUrl: string) {
  const client = createClient({ baseUrl });
  const body = { email: "hey@example.com", password: "correct horse battery", name: "Hey" };
  const registered = await register({ client, body, throwOnError: true });
  const auth: string = registered.data.data.token;
  const found = await me({ client, auth });
  const refused = await me({ client });
  // @ts-expect-error a name is text
  void (() => register({ client, body: { ...body, name: 5 } }));
  return [found.data?.data.user.email, refused.response?.status, refused.error?.error.code];
}`,
  },
  backtest: {
    "openapi-typescript": `${FETCH}
export async function run(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  const made = await client.POST("/api/backtests", { body: { limit: 200, strategy: "rsi" } });
  if (made.error !== undefined) throw new Error(JSON.stringify(made.error));
  const path = { uuid: made.data.job_id };
  const progress = await client.GET("/api/jobs/{uuid}/progress", { params: { path }, parseAs: "text" });
  const job = await client.GET("/api/jobs/{uuid}", { params: { path } });
  const refused = await client.GET("/api/jobs", { params: { query: { limit: 101 } } });
  // @ts-expect-error a limit is a number
  void (() => client.GET("/api/jobs", { params: { query: { limit: "5" } } }));
  const isEnded = progress.data?.includes("event: job");
  return [job.data?.status, isEnded, refused.response.status, typeof refused.error?.detail];
}`,
    "@hey-api/openapi-ts": `${HEY}import { createBacktest, getJob, listJobs, watchJob } from "./client";

export async function run(baseUrl: string) {
  const client = createClient({ baseUrl });
  const made = await createBacktest({ client, body: { limit: 200 }, throwOnError: true });
  const path = { uuid: made.data.job_id };
  const { stream } = await watchJob({ client, path, sseMaxRetryAttempts: 1 });
  let last: unknown;
  for await (const data of stream) last = data;
  const job = await getJob({ client, path });
  const refused = await listJobs({ client, query: { limit: 101 } });
  // @ts-expect-error a limit is a number
  void (() => listJobs({ client, query: { limit: "5" } }));
  const isEnded = (last as { uuid?: unknown } | undefined)?.uuid === path.uuid;
  return [job.data?.status, isEnded, refused.response?.status, typeof refused.error?.detail];
}`,
  },
  curation: {
    "openapi-typescript": `${FETCH}
export async function run(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  const body = { wallet_address: "0x" + "a".repeat(40), username: "fetch" };
  const registered = await client.POST("/api/v1/auth/register", { body });
  if (registered.error !== undefined) throw new Error(JSON.stringify(registered.error));
  const headers = { authorization: \`Bearer \${registered.data.access_token}\` };
  const me = await client.GET("/api/v1/auth/me", { headers });
  const markets = await client.GET("/api/v1/markets", { params: { query: { limit: 5 } } });
  const refused = await client.GET("/api/v1/auth/me");
  // @ts-expect-error a state has a few names
  void (() => client.GET("/api/v1/markets", { params: { query: { state: "asleep" } } }));
  return [me.data?.username, markets.data?.length, refused.response.status];
}`,
    "@hey-api/openapi-ts": `${HEY}import { listMarkets, me, register } from "./client";

export async function run(baseUrl: string) {
  const client = createClient({ baseUrl });
  const body = { wallet_address: "0x" + "b".repeat(40), username: "hey" };
  const registered = await register({ client, body, throwOnError: true });
  const found = await me({ client, auth: registered.data.access_token });
  const markets = await listMarkets({ client, query: { limit: 5 } });
  const refused = await me({ client });
  // @ts-expect-error a state has a few names
  void (() => listMarkets({ client, query: { state: "asleep" } }));
  return [found.data?.username, markets.data?.length, refused.response?.status];
}`,
  },
  "node-internal": {
    "openapi-typescript": nodeFetch(""),
    "@hey-api/openapi-ts": nodeHey(),
  },
  "node-dashboard": {
    "openapi-typescript": nodeFetch("/api"),
    "@hey-api/openapi-ts": nodeHey(),
  },
  "node-external": {
    "openapi-typescript": `${FETCH}
export async function run(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  const stats = await client.GET("/network/stats");
  const path = { data_hash: "0".repeat(64) };
  const refused = await client.GET("/data/{data_hash}", { params: { path } });
  // @ts-expect-error a healthy peer is true or false
  void (() => client.GET("/network/peers", { params: { query: { healthy: 5 } } }));
  return [typeof stats.data?.total_peers, refused.response.status, typeof refused.error?.error];
}`,
    "@hey-api/openapi-ts": `${HEY}import { getData, listPeers, networkStats } from "./client";

export async function run(baseUrl: string) {
  const client = createClient({ baseUrl });
  const stats = await networkStats({ client });
  const refused = await getData({ client, path: { data_hash: "0".repeat(64) } });
  // @ts-expect-error a healthy peer is true or false
  void (() => listPeers({ client, query: { healthy: 5 } }));
  return [typeof stats.data?.total_peers, refused.response?.status, typeof refused.error?.error];
}`,
  },
} satisfies Readonly<Record<string, Apps>>;

function nodeFetch(base: string): string {
  return `${FETCH}
export async function run(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  const tokens = await client.GET("${base}/tokens");
  const health = await client.GET("${base}/health");
  const path = { address: "nobody" };
  const refused = await client.GET("${base}/balance/{address}", { params: { path } });
  // @ts-expect-error an amount is a number or text
  void (() => client.POST("${base}/transfer", { body: { amount: true } }));
  return [tokens.data?.tokens.length !== 0, health.data?.status, refused.response.status, refused.error?.error !== ""];
}`;
}

function nodeHey(): string {
  return `${HEY}import { balance, health, listTokens, transfer } from "./client";

export async function run(baseUrl: string) {
  const client = createClient({ baseUrl });
  const tokens = await listTokens({ client });
  const found = await health({ client });
  const refused = await balance({ client, path: { address: "nobody" } });
  // @ts-expect-error an amount is a number or text
  void (() => transfer({ client, body: { amount: true } }));
  return [tokens.data?.tokens.length !== 0, found.data?.status, refused.response?.status, refused.error?.error !== ""];
}`;
}
