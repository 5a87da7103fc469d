/** The backtest server while its NATS server is away: jobs are taken with a warning, and run later. */

import { afterEach, describe, expect, test, vi } from "vitest";

import { missingPostgres } from "../../../test/postgres/src/start-postgres.ts";
import { noNats } from "../../../test/support/nats-server.ts";
import { startCluster, type Cluster } from "./support/cluster.ts";

const missing = noNats ?? missingPostgres() ?? undefined;

/** Longest time in milliseconds in which a job is taken. */
const TAKEN_MILLISECONDS = 2000;

/** Longest time in milliseconds from the network's return to the first job that is queued without a warning. */
const RECOVERY_MILLISECONDS = 5000;

const UNREACHABLE =
  "Job saved but not started: the queue cannot be reached. It will run when the queue can be reached again.";
const SILENT =
  "Job saved but not started: the queue did not answer in time. It will run when the queue answers again.";

describe.skipIf(missing !== undefined)(
  `while NATS is away${missing ? ` (${missing})` : ""}`,
  () => {
    let cluster: Cluster | undefined;
    /** Jobs that were taken. */
    let taken: string[] = [];
    afterEach(async () => {
      await cluster?.close();
      cluster = undefined;
      taken = [];
    });

    /** Submits a job; resolves to its uuid, and to the warning in the answer. */
    async function submit(running: Cluster): Promise<{ uuid: string; warning: unknown }> {
      const begun = performance.now();
      const answer = await running.call("POST", "/backtests", { interval: "1h", strategy: "rsi" });
      const milliseconds = performance.now() - begun;
      expect(answer).toMatchObject({ status: 200 });
      expect(milliseconds, "milliseconds until the job was taken").toBeLessThan(TAKEN_MILLISECONDS);
      const { job_id: uuid, warning, status } = answer!.body;
      expect(status).toBe(warning === undefined ? "running" : "pending");
      taken.push(String(uuid));
      return { uuid: String(uuid), warning };
    }

    async function completes(running: Cluster, uuid: string): Promise<void> {
      await expect
        .poll(async () => (await running.call("GET", `/jobs/${uuid}`))?.body["status"], {
          timeout: 60_000,
          interval: 200,
        })
        .toBe("completed");
    }

    test("servers start without it, take jobs with a warning, and run them once it is there", async () => {
      const running = await startCluster(["api", "data", "worker"], {}, { nats: "away" });
      cluster = running;
      const first = await submit(running);
      expect(first.warning).toBe(UNREACHABLE);
      const second = await submit(running);
      expect(second.warning).toBe(UNREACHABLE);
      await running.nats.start();
      await completes(running, first.uuid);
      await completes(running, second.uuid);
    }, 180_000);

    test("killed or silent while the servers run, jobs are taken with a warning and run when it answers again", async () => {
      const running = await startCluster(["api", "api", "data", "worker"]);
      cluster = running;
      await completes(running, (await submit(running)).uuid);

      await running.nats.kill();
      const killed = [await submit(running), await submit(running), await submit(running)];
      for (const { warning } of killed) expect(warning).toBe(UNREACHABLE);
      await running.nats.start();
      for (const { uuid } of killed) await completes(running, uuid);
      await expect
        .poll(async () => (await submit(running)).warning, { timeout: 30_000 })
        .toBe(undefined);

      await running.nats.pause();
      const silent = [await submit(running), await submit(running)];
      for (const { warning } of silent) expect([UNREACHABLE, SILENT]).toContain(warning);
      running.nats.resume();
      for (const { uuid } of silent) await completes(running, uuid);
    }, 240_000);

    test("behind a network that is lost and that cuts answers, jobs are taken once each, with a warning, and run once it is back", async () => {
      const running = await startCluster(
        ["api", "api", "data", "worker"],
        {},
        { nats: "behind a network" },
      );
      cluster = running;
      const network = running.network!;
      await completes(running, (await submit(running)).uuid);

      const recovered: number[] = [];
      for (const outage of [3000, 15_000]) {
        const begun = performance.now();
        network.lose();
        const lost = [await submit(running), await submit(running), await submit(running)];
        for (const { warning } of lost) expect([UNREACHABLE, SILENT]).toContain(warning);
        await vi.waitUntil(() => performance.now() - begun > outage, { timeout: 30_000 });
        network.restore();
        const back = performance.now();
        await expect
          .poll(async () => (await submit(running)).warning, { timeout: 30_000, interval: 200 })
          .toBe(undefined);
        recovered.push(performance.now() - back);
        for (const { uuid } of lost) await completes(running, uuid);
      }

      // A message of the queue is in the stream though its sender was cut off before it heard so.
      network.cutAnswers((sent) => sent.includes("bourse") && sent.includes("PUB"));
      const cut = [];
      for (let job = 0; job < 8; job += 1) cut.push(await submit(running));
      expect(network.answersCut).toBeGreaterThan(0);
      network.cutAnswers();
      for (const { uuid } of cut) await completes(running, uuid);
      const { body } = (await running.call("GET", "/jobs?limit=100"))!;
      const jobs = body as unknown as readonly { readonly uuid: string }[];
      expect(jobs.map(({ uuid }) => uuid).toSorted()).toEqual(taken.toSorted());
      expect(Math.max(...recovered), "milliseconds until a job was queued").toBeLessThan(
        RECOVERY_MILLISECONDS,
      );
      // One for each process, and what a reconnection under way adds.
      await expect.poll(() => network.held() ?? 0, { timeout: 30_000 }).toBeLessThanOrEqual(4);
    }, 300_000);
  },
);
