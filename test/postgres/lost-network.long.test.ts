/**
 * The servers behind a network to their database that is lost without a word, and that cuts connections in the middle
 * of the answer to a commit. Each server is a process of its own, under load.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { SERVICES, startService } from "../support/services.ts";
import { LossyProxy } from "./src/lossy-proxy.ts";
import { missingPostgres, startPostgres } from "./src/start-postgres.ts";

/** Writes under way at any time. */
const WRITERS = 4;

/**
 * Longest wait for an answer in milliseconds: a statement (6 s), a new connection (5 s) and the statement again at a
 * database that is silent, on a machine that does more.
 */
const ANSWER_MILLISECONDS = 20_000;

/**
 * Longest time in milliseconds from the network's return to the first write that succeeds: all writers may wait for
 * statements that were sent just before, which are given up after 5.5 s, and then have to hash and to connect anew.
 */
const RECOVERY_MILLISECONDS = 7000;

/** Longest time in milliseconds from that write until `/readyz` answers 200. */
const READY_MILLISECONDS = 1000;

/** Outages in milliseconds: within the time limit of a statement, beyond those of a connection and a transaction. */
const OUTAGES = [3000, 8000, 16_000];

/** Answers to commits that are cut in half. */
const CUTS = 25;

/** Connections of one process: its pool, and one to watch the store. */
const CONNECTIONS = 11;

/** Messages that commit: the end of a transaction, or a statement that is one. */
const COMMITS = /\0(?:commit|insert_|replace_|delete_)/u;

interface Outcome {
  readonly n: number;
  readonly status: number;
  readonly code: string | null;
  readonly retryAfter: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly job: string | undefined;
}

/** Each service beside its `SERVICES`: the table that has one row for each write, and its variables. */
const MORE = {
  auth: { table: "auth.accounts", variables: { REGISTRATIONS_PER_HOUR: "10000" } },
  curation: { table: "curation.users", variables: { REGISTRATIONS_PER_HOUR: "10000" } },
  backtest: { table: "backtest.jobs", variables: { MAX_UNFINISHED_JOBS: "100000" } },
};

const missing = missingPostgres();

describe.skipIf(missing !== null)("while the network to PostgreSQL is lost", () => {
  test.for(Object.keys(MORE) as (keyof typeof MORE)[])(
    "the %s server answers 503 with Retry-After, works again within 7 s, and makes what is repeated until it is acknowledged once",
    { timeout: 300_000 },
    async (name) => {
      const service = SERVICES.find((one) => one.name === name)!;
      const { ok, again = ok, path, body } = service.write!;
      const { table, variables } = MORE[name];
      const postgres = await startPostgres();
      onTestFinished(() => postgres.stop());
      const proxy = new LossyProxy();
      const port = await proxy.listen(postgres.port);
      onTestFinished(() => proxy.close());
      const folder = mkdtempSync(join(tmpdir(), `bourse-${name}-`));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const server = await startService(service, folder, {
        STORE_URL: postgres.url().replace(`:${postgres.port}/`, `:${port}/`),
        LOG_LEVEL: "silent",
        ...variables,
      });
      const direct = new Client(postgres.url());
      await direct.connect();
      onTestFinished(() => direct.end());
      const count = async (text: string): Promise<number> => {
        const { rows } = await direct.query<{ readonly count: string }>(text);
        return Number(rows[0]!.count);
      };
      const before = await count(`SELECT count(*) FROM ${table}`);

      const outcomes: Outcome[] = [];
      const acknowledged = new Map<number, Outcome>();
      let next = 0;
      let isOver = false;
      /** Makes a write, and repeats it with its key until it is acknowledged. */
      const make = async (n: number): Promise<void> => {
        while (!acknowledged.has(n)) {
          const startedAt = performance.now();
          const answer = await fetch(`${server.url}${path}`, {
            method: "POST",
            headers: {
              "content-type": "application/json",
              ...(name === "backtest" && { "idempotency-key": `lost-network-${n}` }),
            },
            body: JSON.stringify(body(n)),
          });
          const data = (await answer.json()) as { readonly job_id?: string };
          const outcome: Outcome = {
            n,
            status: answer.status,
            code: answer.headers.get("x-error-code"),
            retryAfter: Number(answer.headers.get("retry-after")),
            startedAt,
            endedAt: performance.now(),
            job: data.job_id,
          };
          outcomes.push(outcome);
          if (answer.status !== 503) acknowledged.set(n, outcome);
        }
      };
      const writers = Array.from({ length: WRITERS }, async () => {
        while (!isOver) await make(next++);
      });
      onTestFinished(() => {
        isOver = true;
      });
      // Whatever fails below ends the server while they write.
      for (const writing of writers) writing.catch(() => undefined);
      const since = (at: number, isGood: boolean): readonly Outcome[] =>
        outcomes.filter(({ startedAt, status }) => startedAt >= at && (status !== 503) === isGood);
      const until = (isThere: () => boolean | Promise<boolean>): Promise<boolean> =>
        vi.waitUntil(isThere, { timeout: 60_000, interval: 10 });

      const recovered: number[] = [];
      for (const outage of OUTAGES) {
        const begin = performance.now();
        await until(() => since(begin, true).length >= 5);
        const away = performance.now();
        proxy.lose();
        await until(() => performance.now() - away > outage);
        expect((await fetch(`${server.url}/livez`)).status).toBe(200);
        const back = performance.now();
        proxy.restore();
        await until(() => outcomes.some(({ endedAt, status }) => endedAt > back && status !== 503));
        recovered.push(performance.now() - back);
        await expect
          .poll(async () => (await fetch(`${server.url}/readyz`)).status, {
            timeout: READY_MILLISECONDS,
          })
          .toBe(200);
      }
      expect(Math.max(...recovered), "milliseconds until the first write").toBeLessThan(
        RECOVERY_MILLISECONDS,
      );

      let turn = 0;
      // Every seventh, so that retries and the writes between get through.
      proxy.cutAnswers((sent) => COMMITS.test(sent.toString("latin1")) && (turn += 1) % 7 === 0);
      await until(() => proxy.cut >= CUTS);
      proxy.cutAnswers();
      isOver = true;
      await Promise.all(writers);

      const refused = outcomes.filter(({ status }) => status !== ok && status !== again);
      expect(refused.length).toBeGreaterThan(0);
      expect(
        refused.filter(
          ({ status, code, retryAfter }) =>
            status !== 503 ||
            code !== "STORE_IO" ||
            !Number.isInteger(retryAfter) ||
            retryAfter < 1,
        ),
      ).toEqual([]);
      expect(
        Math.max(...outcomes.map(({ startedAt, endedAt }) => endedAt - startedAt)),
        "milliseconds of the slowest answer",
      ).toBeLessThan(ANSWER_MILLISECONDS);

      // One for each, and no more: not lost, though the answer was, and not doubled by the repetition.
      expect(acknowledged.size).toBe(next);
      expect((await count(`SELECT count(*) FROM ${table}`)) - before).toBe(next);
      for (const { n, job } of acknowledged.values()) {
        const known = await (job === undefined
          ? fetch(`${server.url}${path}`, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify(body(n)),
            })
          : fetch(`${server.url}/api/jobs/${job}`));
        expect([n, known.status]).toEqual([n, job === undefined ? again : 200]);
      }

      await expect
        .poll(() => proxy.held() ?? 0, { timeout: 30_000 })
        .toBeLessThanOrEqual(CONNECTIONS);
      // Sessions whose client the server has lost hold no transaction open. One that was lost while it said who it is
      // has no locks, and ends by `authentication_timeout` within a minute.
      const open =
        "SELECT state, wait_event, query, clock_timestamp() - xact_start AS age FROM pg_stat_activity " +
        "WHERE xact_start < now() - interval '5 seconds' AND backend_type = 'client backend' " +
        "AND state IS DISTINCT FROM 'starting'";
      await expect
        .poll(async () => (await direct.query(open)).rows, { timeout: 30_000 })
        .toEqual([]);
    },
  );
});
