import { setTimeout as sleep } from "node:timers/promises";

import { createInProcessBus, seededRandom, systemClock } from "@bourse/kernel";
import { openStore } from "@bourse/store";
import { backtestCollections, openEventFeed } from "@bourse/trading-core";
import { afterEach, describe, expect, test } from "vitest";

import { missingPostgres } from "../../../test/postgres/src/start-postgres.ts";
import { noNats } from "../../../test/support/nats-server.ts";
import { rounds } from "../../../test/support/rounds.ts";
import { startCluster, type Answer, type Cluster } from "./support/cluster.ts";

const missing = noNats ?? missingPostgres() ?? undefined;

/** Sizes of the runs; CLUSTER_JOBS, CLUSTER_KILLS and CLUSTER_ORDERS raise them. */
const JOBS = Number(process.env["CLUSTER_JOBS"] ?? rounds(80, 200));
const KILLS = Number(process.env["CLUSTER_KILLS"] ?? rounds(5, 10));
const ORDERS = Number(process.env["CLUSTER_ORDERS"] ?? rounds(75, 150));
/** Orders from one kill of a writer to the next. */
const ORDERS_A_KILL = 25;
const HOURS = 3_600_000;

describe.skipIf(missing !== undefined)(`a cluster${missing ? ` (${missing})` : ""}`, () => {
  let cluster: Cluster | undefined;
  afterEach(async () => {
    await cluster?.close();
    cluster = undefined;
  });

  /** Repeats a call until it is answered with anything but 503. */
  async function until(call: () => Promise<Answer | undefined>): Promise<Answer> {
    for (;;) {
      const answer = await call();
      if (answer !== undefined && answer.status !== 503) return answer;
      await sleep(100);
    }
  }

  test(
    "ends every job that it took exactly once, whatever is killed, and completes no cancelled one",
    async () => {
      const roles = ["api", "api", "data", "worker", "worker", "worker", "worker"];
      const running = await startCluster(roles, {
        MAX_JOBS: String(2 * JOBS),
        MAX_UNFINISHED_JOBS: String(2 * JOBS),
      });
      cluster = running;
      const random = seededRandom(20_260_101);
      const draw = (count: number): number => Math.floor(random.next() * count);

      const store = await openStore(running.postgres.url(), {
        collections: backtestCollections,
        schema: "backtest",
      });
      const bus = createInProcessBus();
      const feed = await openEventFeed({ store, bus, clock: systemClock, capacity: 10_000 });
      const ends = new Map<string, string[]>();
      feed.source.subscribe((event) => {
        if (!/^job\.(?:completed|failed|cancelled)$/u.test(event.type) || !("job" in event)) return;
        ends.set(event.job.uuid, [...(ends.get(event.job.uuid) ?? []), event.type]);
      });

      const accepted = new Set<string>();
      const cancelled = new Set<string>();
      const submit = async (at: number): Promise<void> => {
        const body = {
          symbol: "BTCUSDT",
          interval: "1h",
          limit: 200 + (at % 100),
          strategy: "rsi",
        };
        const answer = await until(() =>
          running.call("POST", "/backtests", body, `job-${at}-of-the-run`),
        );
        expect(answer).toMatchObject({ status: 200 });
        const uuid = String(answer.body["job_id"]);
        accepted.add(uuid);
        if (at % 10 !== 0) return;
        const cancel = await until(() => running.call("POST", `/jobs/${uuid}/cancel`));
        // An answer that got lost on its way may have cancelled it before.
        const job = await until(() => running.call("GET", `/jobs/${uuid}`));
        if (cancel.status === 200 || job.body["status"] === "cancelled") cancelled.add(uuid);
      };

      let kills = 0;
      let isOver = false;
      const killing = (async (): Promise<void> => {
        while (!isOver || kills < KILLS) {
          await sleep(800 + draw(1500));
          const choice = kills % 5;
          if (choice === 1) {
            await running.nats.kill();
            await sleep(draw(1500));
            await running.nats.start();
          } else if (choice === 3) {
            await running.postgres.signal("SIGKILL");
            await sleep(draw(1000));
            await running.postgres.restart();
          } else if (choice === 4) {
            await running.of("api")[draw(2)]!.crash();
          } else {
            await running.of("worker")[draw(4)]!.crash();
          }
          kills += 1;
        }
      })();

      // As many at a time as the kills leave time for: the run lasts as long as the kills do.
      let next = 0;
      const sender = async (): Promise<void> => {
        while (next < JOBS) {
          await submit(next++);
          await sleep(Math.min(400, (KILLS * 3000) / JOBS));
        }
      };
      await Promise.all([sender(), sender(), sender(), sender()]);
      isOver = true;
      await killing;
      expect(kills).toBeGreaterThanOrEqual(KILLS);
      expect(accepted.size).toBe(JOBS);

      await expect
        .poll(
          async () => {
            const { body } = await until(() => running.call("GET", "/jobs/stats"));
            return Number(body["pending"]) + Number(body["running"]);
          },
          { timeout: 120_000 + JOBS * 60, interval: 500 },
        )
        .toBe(0);
      const { body: stats } = await until(() => running.call("GET", "/jobs/stats"));
      expect(stats["total"], "no request made two jobs").toBe(JOBS);
      expect(stats["cancelled"]).toBe(cancelled.size);
      for (const uuid of accepted) {
        const { body } = await until(() => running.call("GET", `/jobs/${uuid}`));
        if (cancelled.has(uuid)) expect(body).toMatchObject({ status: "cancelled", result: null });
        else if (body["status"] === "failed")
          expect(body["error"]).toMatch(/given up after 3 tries/u);
        else expect(body).toMatchObject({ status: "completed" });
      }
      await feed.stop();
      await store.close();
      const wrong = [...accepted].filter((uuid) => ends.get(uuid)?.length !== 1);
      expect(wrong.map((uuid) => [uuid, ends.get(uuid)])).toEqual([]);
    },
    2 * HOURS,
  );

  test(
    "places each order once, however often it is sent and whichever writer is killed",
    async () => {
      const running = await startCluster(["api", "api", "data", "execution", "execution"]);
      cluster = running;
      const writers = running.of("execution");
      const random = seededRandom(7);
      /** Orders under way at each kill. */
      const struck: number[] = [];
      /** Kills after which an order was not answered, by their number: those of the account's writer. */
      const interrupting = new Set<number>();
      let unanswered = 0;
      let restarted: Promise<void> = Promise.resolve();

      const placed = new Map<string, Set<string>>();
      let sent = 0;
      const place = async (id: string): Promise<void> => {
        const body = { symbol: "BTCUSDT", side: "buy", quantity: 0.0001, client_order_id: id };
        unanswered += 1;
        const answer = await until(async () => {
          sent += 1;
          const given = await running.call("POST", "/execution/orders", body);
          if (given?.status !== 200 && struck.length > 0) interrupting.add(struck.length);
          return given;
        });
        unanswered -= 1;
        expect(answer).toMatchObject({ status: 200 });
        const { order_id } = answer.body["order"] as { order_id: string };
        placed.set(id, (placed.get(id) ?? new Set()).add(order_id));
      };
      /** Kills the writers in turn, in the middle of the orders under way; resolves when the killed one is back. */
      const strike = async (): Promise<void> => {
        await sleep(Math.floor(random.next() * 30));
        struck.push(unanswered);
        await writers[struck.length % writers.length]!.crash();
      };
      let next = 0;
      const sender = async (): Promise<void> => {
        while (next < ORDERS) {
          const at = next++;
          const id = `order-${at}`;
          const isStruck = at > 0 && at % ORDERS_A_KILL === 0;
          // However fast the orders are, they do not get ahead of the kills.
          for (let before; isStruck && before !== restarted; await before) before = restarted;
          // Twice at once, at both processes of the interface, and once more afterwards.
          const both = Promise.all([place(id), place(id)]);
          if (isStruck) restarted = strike();
          await both;
          await place(id);
        }
      };
      const senders = await Promise.allSettled([sender(), sender(), sender()]);
      await restarted;
      expect(senders.filter(({ status }) => status === "rejected")).toEqual([]);
      const double = [...placed].filter(([, orders]) => orders.size !== 1);
      expect(double.map(([id, orders]) => [id, [...orders]])).toEqual([]);
      const { body } = await until(() => running.call("GET", "/execution/balance"));
      const held = Number((body["balance"] as Record<string, string>)["BTC"]);
      expect(held, "the account holds each order once").toBeCloseTo(ORDERS * 0.0001, 9);
      expect(sent).toBeGreaterThanOrEqual(3 * ORDERS);
      expect(struck).toHaveLength(Math.ceil(ORDERS / ORDERS_A_KILL) - 1);
      expect(Math.min(...struck), "each kill struck orders under way").toBeGreaterThan(0);
      expect(interrupting.size, "kills of the account's writer").toBeGreaterThan(0);
    },
    2 * HOURS,
  );

  test(
    "ends each part with code 0 on SIGTERM; a job that was running is given back and completes elsewhere",
    async () => {
      const running = await startCluster(["api", "data", "worker", "worker", "execution"]);
      cluster = running;
      for (const { role, url } of running.members) {
        const [livez, readyz, jobs] = await Promise.all(
          ["/livez", "/readyz", "/api/jobs"].map(async (path) => (await fetch(url + path)).status),
        );
        expect({ role, livez, readyz, jobs }).toEqual({
          role,
          livez: 200,
          readyz: 200,
          jobs: role === "api" ? 200 : 404,
        });
      }
      const sweep = {
        symbol: "BTCUSDT",
        interval: "1m",
        limit: 200_000,
        strategy: "ma_crossover",
        parameters: {
          fast_period: { from: 5, to: 20, step: 1 },
          slow_period: { from: 30, to: 60, step: 5 },
        },
      };
      const { body } = await until(() => running.call("POST", "/sweeps", sweep));
      const uuid = String(body["job_id"]);
      await expect
        .poll(async () => (await running.call("GET", `/jobs/${uuid}`))?.body["started_at"])
        .not.toBeNull();
      const [first] = running.of("worker");
      expect(await first!.end("SIGTERM")).toBe(0);
      await expect
        .poll(async () => (await running.call("GET", `/jobs/${uuid}`))?.body["status"], {
          timeout: 60_000,
        })
        .toBe("completed");
      for (const member of running.members) {
        if (member !== first)
          expect([member.role, await member.end("SIGTERM")]).toEqual([member.role, 0]);
      }
    },
    HOURS,
  );
});
