/**
 * Processor time that one operation of each kind takes, on PostgreSQL and NATS: in the server, in the worker, in
 * PostgreSQL and in NATS. Writes `costs.json`, from which `capacity.ts` computes. Processor time, and not time on the
 * clock: it is about the same on a busy machine.
 *
 * Run: node -C @bourse/source bench/scale/costs.ts (about three minutes)
 */

import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { openSite, startProgram, type Running, type Site } from "./servers.ts";

/** Seconds of processor time of one operation. */
export interface Cost {
  /** Seconds in the process that answers. */
  readonly server: number;
  /** Seconds in PostgreSQL. */
  readonly postgres: number;
}

/** Cost of a job: also in the processes behind the interface. */
export interface JobCost extends Cost {
  /** Seconds in the worker, nearly all of it the simulation's thread. */
  readonly worker: number;
  /** Seconds in the process with the candles. */
  readonly data: number;
  readonly nats: number;
}

/** Content of `costs.json`. */
export interface Costs {
  /** Day of the measurement. */
  readonly measured: string;
  readonly machine: string;
  readonly calls: Readonly<Record<string, Cost>>;
  readonly jobs: Readonly<Record<string, JobCost>>;
  /** Bytes of memory that one market takes in the index of each curation replica. */
  readonly bytesPerMarket: number;
}

const PASSWORD = "correct horse battery";
const CONCURRENCY = 4;

/** Every pair of so many fast and slow periods. */
function grid(fast: number, slow: number): object {
  const from = (first: number, count: number): number[] =>
    Array.from({ length: count }, (_, n) => first + n);
  return { fast_period: from(2, fast), slow_period: from(fast + 1, slow) };
}

/** Jobs of four sizes, by what they do. */
const JOBS: Readonly<Record<string, { path: string; count: number; body: object }>> = {
  "backtest of 1,000 candles": { path: "/backtests", count: 150, body: { limit: 1000 } },
  "backtest of 10,000 candles": { path: "/backtests", count: 60, body: { limit: 10_000 } },
  "sweep of 400 runs of 3,000 candles": {
    path: "/sweeps",
    count: 20,
    body: { limit: 3000, parameters: grid(20, 20) },
  },
  "sweep of 9,999 runs of 3,000 candles": {
    path: "/sweeps",
    count: 6,
    body: { limit: 3000, parameters: grid(99, 101) },
  },
};

type Step = (n: number) => Promise<unknown>;

const site = await openSite();
try {
  const calls = { ...(await authCalls(site)), ...(await curationCalls(site)) };
  const costs: Costs = {
    measured: new Date().toISOString().slice(0, 10),
    machine: `two cores, Node.js ${process.versions.node.split(".", 1)[0]}`,
    calls,
    jobs: await jobCosts(site),
    ...(await marketPages(calls)),
  };
  writeFileSync(new URL("costs.json", import.meta.url), `${JSON.stringify(costs, null, 2)}\n`);
  console.log(JSON.stringify(costs, null, 2));
} finally {
  await site.close();
}

async function authCalls(at: Site): Promise<Record<string, Cost>> {
  const auth = await at.start("auth", { LOGINS_PER_ACCOUNT: "10000" });
  const call = callsTo(`${auth.url}/api/v1`);
  // Many people, since two logins of one account wait for each other.
  const logins = Array.from({ length: 20 }, (_, n) => ({
    email: `person-${n}@example.com`,
    password: PASSWORD,
  }));
  for (const login of logins.slice(1)) await call("POST", "/auth/register", login);
  const { data } = await call<{ data: { token: string } }>("POST", "/auth/register", logins[0]);
  const bearer = { authorization: `Bearer ${data.token}` };
  const made = await call<{ data: { key: string } }>(
    "POST",
    "/auth/api-keys",
    { name: "bench", permissions: ["read"] },
    bearer,
  );
  const key = { "x-api-key": made.data.key };
  const signedIn: string[] = [];
  const costs = {
    "login by password": await costOf(at, auth, 60, async (n) => {
      const login = logins[n % logins.length];
      const answer = await call<{ data: { refreshToken: string } }>("POST", "/auth/login", login);
      signedIn.push(answer.data.refreshToken);
    }),
    "refresh of a token": await costOf(at, auth, 50, (n) =>
      call("POST", "/auth/refresh", { refreshToken: signedIn[n] }),
    ),
    "call with an API key": await costOf(at, auth, 3000, () =>
      call("GET", "/deployments", undefined, key),
    ),
  };
  await auth.end();
  return costs;
}

async function curationCalls(at: Site): Promise<Record<string, Cost>> {
  const curation = await at.start("curation", {
    WRITES_PER_MINUTE: "100000",
    OPEN_DRAFTS_PER_AUTHOR: "10000",
  });
  const call = callsTo(`${curation.url}/api/v1`);
  const { access_token: token } = await call<{ access_token: string }>("POST", "/auth/register", {
    wallet_address: `0x${"1".repeat(40)}`,
    username: "ada",
  });
  const cost = await costOf(at, curation, 400, (n) =>
    call("POST", "/drafts", { draft_data: draftData(n) }, { authorization: `Bearer ${token}` }),
  );
  await curation.end();
  return { "submission of a draft": cost };
}

function draftData(n: number): object {
  return {
    question_text: `Will the tide at pier ${n} be above ${n} metres by the end of the century?`,
    topic_tags: ["tides"],
    outcomes: [{ label: "Yes" }, { label: "No" }],
    resolution_sources: [{ source_url: "https://stats.example.com/t.json", source_type: "api" }],
    resolution_deadline: "2100-01-01T00:00:00.000Z",
  };
}

/** Cost of a page of markets, which comes from memory, and the memory of a market. */
async function marketPages(calls: Record<string, Cost>): Promise<{ bytesPerMarket: number }> {
  const start = (markets: number): Promise<Running> =>
    startProgram("bench/curation/serve.ts", [String(markets), "10"], {});
  const [few, many] = [1000, 41_000];
  const small = await start(few);
  const before = small.memory();
  await small.end();
  const large = await start(many);
  const bytesPerMarket = Math.round((large.memory() - before) / (many - few));
  const call = callsTo(`${large.url}/api/v1`);
  const began = large.cpuSeconds();
  const count = 2000;
  await inTurns(count, () => call("GET", "/markets?limit=20"));
  calls["page of 20 markets"] = { server: (large.cpuSeconds() - began) / count, postgres: 0 };
  await large.end();
  return { bytesPerMarket };
}

async function jobCosts(at: Site): Promise<Record<string, JobCost>> {
  const variables = { WORKERS: "1", DATA_PROVIDER: "simulated" };
  const start = (role: string): Promise<Running> =>
    at.start("backtest", { ...variables, ROLE: role });
  const api = await start("api");
  const [data, worker] = [await start("data"), await start("worker")];
  const call = callsTo(`${api.url}/api`);
  const costs: Record<string, JobCost> = {};
  for (const [name, { path, count, body }] of Object.entries(JOBS)) {
    const job = {
      symbol: "BTCUSDT",
      interval: "1h",
      end_time: "2026-01-01",
      strategy: "ma_crossover",
      ...body,
    };
    const runAll = async (jobs: number): Promise<void> => {
      const ids: string[] = [];
      await inTurns(jobs, async () => {
        ids.push((await call<{ job_id: string }>("POST", path, job)).job_id);
      });
      for (;;) {
        const stats = await call<{ pending: number; running: number }>("GET", "/jobs/stats");
        if (stats.pending + stats.running === 0) break;
        await sleep(200);
      }
      // Its caller reads each result once.
      await inTurns(ids.length, (n) => call("GET", `/jobs/${ids[n]}`));
    };
    await runAll(2);
    const parts = (): number[] => [
      ...[api, data, worker].map((one) => one.cpuSeconds()),
      at.postgresCpuSeconds(),
      at.natsCpuSeconds(),
    ];
    const before = parts();
    await runAll(count);
    const [server, inData, inWorker, postgres, nats] = parts().map(
      (seconds, part) => (seconds - before[part]!) / count,
    );
    costs[name] = {
      server: server!,
      postgres: postgres!,
      worker: inWorker!,
      data: inData!,
      nats: nats!,
    };
  }
  return costs;
}

/** Runs a step so many times, after a fifth as often to make its code fast. */
async function costOf(at: Site, server: Running, count: number, step: Step): Promise<Cost> {
  const warmUp = Math.min(Math.ceil(count / 5), 200);
  const isRepeatable = count > 50;
  if (isRepeatable) await inTurns(warmUp, step);
  const before = [server.cpuSeconds(), at.postgresCpuSeconds()] as const;
  await inTurns(count, step);
  return {
    server: (server.cpuSeconds() - before[0]) / count,
    postgres: (at.postgresCpuSeconds() - before[1]) / count,
  };
}

async function inTurns(count: number, step: Step): Promise<void> {
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < count) await step(next++);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, caller));
}

function callsTo(base: string) {
  return async <Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Body> => {
    const answer = await fetch(base + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
}
