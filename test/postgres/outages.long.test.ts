/** The servers while their database is away: each as a process of its own, under load. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { SERVICES, startService, write } from "../support/services.ts";
import { missingPostgres, startPostgres, type TestPostgres } from "./src/start-postgres.ts";

/** Writes under way at any time. */
const WRITERS = 4;

/** Longest wait for an answer in milliseconds: that of a connection and of a statement at a database that is silent. */
const ANSWER_MILLISECONDS = 15_000;

/** Longest time in milliseconds from the database's return to the first write that succeeds. */
const RECOVERY_MILLISECONDS = 5000;

/** Longest time in milliseconds from that write until `/readyz` answers 200. */
const READY_MILLISECONDS = 1000;

/** Patience with the jobs that were acknowledged, which a server without work of its own would never end. */
const JOBS = { timeout: 120_000, interval: 200 };

interface Outcome {
  readonly n: number;
  readonly status: number;
  readonly code: string | null;
  readonly retryAfter: number;
  readonly startedAt: number;
  readonly milliseconds: number;
  /** The body of an acknowledged write. */
  readonly body: { readonly job_id?: string };
}

const MORE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  auth: { REGISTRATIONS_PER_HOUR: "10000" },
  curation: { REGISTRATIONS_PER_HOUR: "10000" },
  backtest: {},
};

/** Ways in which a database is away, with the way back. */
const FAULTS: Readonly<
  Record<string, Record<"begin" | "end", (at: TestPostgres) => Promise<void>>>
> = {
  "is killed": { begin: (at) => at.signal("SIGKILL"), end: (at) => at.restart() },
  "is silent": { begin: (at) => at.signal("SIGSTOP"), end: (at) => at.signal("SIGCONT") },
  "is read-only": {
    begin: (at) => asOwner(at, "ALTER SYSTEM SET default_transaction_read_only = on", RELOAD),
    end: (at) => asOwner(at, "ALTER SYSTEM RESET default_transaction_read_only", RELOAD),
  },
  "is read-only for the sessions that begin": {
    begin: (at) =>
      asOwner(at, "ALTER DATABASE postgres SET default_transaction_read_only = on", END),
    end: (at) => asOwner(at, "ALTER DATABASE postgres RESET default_transaction_read_only"),
  },
};
const RELOAD = "SELECT pg_reload_conf()";
const END =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";

async function asOwner(at: TestPostgres, ...texts: readonly string[]): Promise<void> {
  const client = new Client(at.url());
  await client.connect();
  for (const text of ["SET default_transaction_read_only = off", ...texts])
    await client.query(text);
  await client.end();
}

async function statusOf(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { readonly status?: unknown }).status;
}

const missing = missingPostgres();

describe.skipIf(missing !== null)("while PostgreSQL is away", () => {
  test.for(Object.keys(MORE))(
    "the %s server answers 503 with Retry-After and without a hang, works again within 5 s, and has every write that it acknowledged",
    { timeout: 360_000 },
    async (name) => {
      const service = SERVICES.find((one) => one.name === name)!;
      const postgres = await startPostgres();
      onTestFinished(() => postgres.stop());
      const folder = mkdtempSync(join(tmpdir(), `bourse-${name}-`));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const server = await startService(service, folder, {
        STORE_URL: postgres.url(),
        LOG_LEVEL: "silent",
        ...MORE[name],
      });

      const outcomes: Outcome[] = [];
      let next = 0;
      let isOver = false;
      const writer = async (): Promise<void> => {
        while (!isOver) {
          const n = next++;
          const startedAt = performance.now();
          const answer = (await write(server, service, n))!;
          outcomes.push({
            n,
            status: answer.status,
            code: answer.headers.get("x-error-code"),
            retryAfter: Number(answer.headers.get("retry-after")),
            startedAt,
            milliseconds: performance.now() - startedAt,
            body: (await answer.json()) as Outcome["body"],
          });
        }
      };
      const ok = service.write!.ok;
      const writers = Array.from({ length: WRITERS }, writer);
      const since = (at: number, isOk: boolean): readonly Outcome[] =>
        outcomes.filter(({ startedAt, status }) => startedAt >= at && (status === ok) === isOk);
      const until = (isThere: () => boolean): Promise<boolean> =>
        vi.waitUntil(isThere, { timeout: 60_000, interval: 10 });

      for (const [fault, { begin: strike, end: mend }] of Object.entries(FAULTS)) {
        const begin = performance.now();
        await until(() => since(begin, true).length >= 5);
        await strike(postgres);
        const away = performance.now();
        await until(() => since(away, false).length >= 5);
        await expect
          .poll(async () => (await fetch(`${server.url}/readyz`)).status, {
            timeout: ANSWER_MILLISECONDS,
          })
          .toBe(503);
        expect((await fetch(`${server.url}/livez`)).status).toBe(200);
        const back = performance.now();
        await mend(postgres);
        await until(() => since(back, true).length > 0);
        const first = Math.min(
          ...since(back, true).map(({ startedAt, milliseconds }) => startedAt + milliseconds),
        );
        expect(
          first - back,
          `milliseconds until the first write, after the database ${fault}`,
        ).toBeLessThan(RECOVERY_MILLISECONDS);
        await expect
          .poll(async () => (await fetch(`${server.url}/readyz`)).status, {
            timeout: READY_MILLISECONDS,
          })
          .toBe(200);
      }
      isOver = true;
      await Promise.all(writers);

      const refused = outcomes.filter(({ status }) => status !== ok);
      expect(refused.length).toBeGreaterThan(0);
      const wrong = refused.filter(
        ({ status, code, retryAfter }) =>
          status !== 503 || code !== "STORE_IO" || !Number.isInteger(retryAfter) || retryAfter < 1,
      );
      expect(wrong).toEqual([]);
      expect(
        Math.max(...outcomes.map(({ milliseconds }) => milliseconds)),
        "milliseconds of the slowest answer",
      ).toBeLessThan(ANSWER_MILLISECONDS);

      const acknowledged = outcomes.filter(({ status }) => status === ok);
      for (const { n, body } of acknowledged) {
        const job = body.job_id;
        const again = await (job === undefined
          ? write(server, service, n)
          : fetch(`${server.url}/api/jobs/${job}`));
        expect([n, again!.status]).toEqual([n, service.write!.again ?? 200]);
      }
      const job = acknowledged.at(-1)!.body.job_id;
      if (job !== undefined) {
        await expect
          .poll(async () => statusOf(await fetch(`${server.url}/api/jobs/${job}`)), JOBS)
          .toBe("completed");
      }
    },
  );
});
