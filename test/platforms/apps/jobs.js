/**
 * What every platform runs, by the packages as they are published: a backtest as a job over candles of one's own, and
 * an account that logs in. Each is asked by requests, as of a server.
 */
import { authCollections, createAuthCore } from "@bourse/auth-core";
import { serveFetch } from "@bourse/contract";
import { authApi } from "@bourse/contract/auth";
import { backtestApi } from "@bourse/contract/backtest";
import { createPasswordHasher } from "@bourse/credentials";
import { bindAuthApi } from "@bourse/handlers/auth";
import { bindBacktestApi } from "@bourse/handlers/backtest";
import { createInProcessBus, createMemoryStore } from "@bourse/kernel";
import { backtestCollections, createBacktestService } from "@bourse/trading-core";
import { createExchangeDirectory, createMemoryProvider } from "@bourse/trading-core/market-data";

import { candles } from "./candles.js";

/** Body of the backtest's request. */
export const BACKTEST = {
  interval: "1h",
  symbol: "BTCUSDT",
  start_time: "2024-01-01",
  end_time: "2024-02-29",
  strategy: "ma_crossover",
};

/** Opens the service; returns its answer to a request, and a promise that nothing is left to do. */
export async function openBacktests() {
  const provider = createMemoryProvider({
    series: [{ symbol: "BTCUSDT", interval: "60", candles: candles() }],
  });
  const service = createBacktestService({
    store: createMemoryStore({ collections: backtestCollections }),
    bus: createInProcessBus(),
    exchanges: createExchangeDirectory({ memory: provider }, "memory"),
  });
  await service.start();
  return { serve: serveFetch(backtestApi.wire, bindBacktestApi(service)), finished };

  async function finished() {
    for (;;) {
      const { pending, running } = await service.jobs.stats();
      if (pending + running === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

/** Runs a backtest to its end and returns its figures. */
export async function runBacktest(serve) {
  const posted = await ask(serve, "/api/backtests", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(BACKTEST),
  });
  for (;;) {
    const job = await ask(serve, `/api/jobs/${posted.job_id}`);
    if (job.status === "failed") throw new Error(job.error ?? "The job failed.");
    if (job.status === "completed") {
      const { elapsed_ms: _, elapsed_seconds: __, ...figures } = job.result;
      return figures;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Registers an account, logs it in and asks a guarded route; returns the status of each step. */
export async function runLogin() {
  const core = await createAuthCore({
    store: createMemoryStore({ collections: authCollections }),
    masterKey: crypto.getRandomValues(new Uint8Array(32)),
    // Passwords of an hour, not of a bank: what takes Node 20 ms takes JavaScript a second.
    hasher: createPasswordHasher({ memoryKibibytes: 64, passes: 1 }),
  });
  const serve = serveFetch(authApi.wire, bindAuthApi(core));
  const steps = [];
  const call = async (path, { token, ...given } = {}) => {
    const headers = { "content-type": "application/json" };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const answer = await serve(
      new Request(`http://here/api/v1${path}`, {
        method: given.body === undefined ? "GET" : "POST",
        headers,
        body: given.body === undefined ? undefined : JSON.stringify(given.body),
      }),
    );
    steps.push(`${path} ${answer.status}`);
    return await answer.json();
  };
  const login = { email: "ada@example.com", password: "nine blue lanterns at sea" };
  await call("/auth/register", { body: login });
  await call("/auth/login", { body: { ...login, password: "a wrong password" } });
  const { token, data } = await call("/auth/login", { body: login });
  await call("/auth/me", { token: token ?? data?.token });
  await call("/auth/me");
  await core.close();
  return steps;
}

async function ask(serve, path, options) {
  const answer = await serve(new Request(`http://here${path}`, options));
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`);
  return body;
}
