/** Real processes on a real bus, and somebody who has the login of it, hears everything and says anything. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { seededRandom } from "../packages/kernel/src/index.ts";
import { jobQueues, jobTopic, signalTopic } from "../packages/trading-core/src/index.ts";
import { startCluster, type Cluster } from "../servers/backtest/test/support/cluster.ts";
import { missingPostgres } from "./postgres/src/start-postgres.ts";
import { noNats } from "./support/nats-server.ts";
import { rounds } from "./support/rounds.ts";
import { Eavesdropper, type Overheard } from "./world/bus/eavesdropper.ts";
import { forgery, fuzzed } from "./world/bus/forgeries.ts";

const missing = noNats ?? missingPostgres() ?? undefined;

const API_KEY = "a-key-of-the-world-0123456789";
const ROLES = ["api", "worker", "data", "execution"] as const;
const CSV =
  "timestamp,open,high,low,close,volume\n1767225600000,1,2,1,2,5\n1767229200000,2,3,2,3,5\n";

describe.skipIf(missing !== undefined)(
  `a stranger with the login of the bus${missing ? ` (${missing})` : ""}`,
  () => {
    let cluster: Cluster;
    let stranger: Eavesdropper;
    let pids: readonly (number | undefined)[];
    const jobs: string[] = [];

    /** Asks the interface with its key. */
    async function ask(method: string, path: string, body?: unknown, type = "application/json") {
      const [{ url = "" } = {}] = cluster.of("api");
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: { "x-api-key": API_KEY, ...(body !== undefined && { "content-type": type }) },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const json = (await answer.json()) as Record<string, unknown>;
      expect({ path, status: answer.status, json }).toMatchObject({ status: 200 });
      return json;
    }

    /** A job through the processes of three roles, an order through the fourth, and an import. */
    async function work(): Promise<void> {
      const order = { symbol: "BTCUSDT", side: "buy", quantity: 0.01 };
      await ask("POST", "/execution/orders", order);
      await ask("POST", "/data/import?symbol=WORLD&interval=1h", CSV, "text/csv");
      const job = { symbol: "BTCUSDT", interval: "1h", limit: 200, strategy: "rsi" };
      const { job_id: uuid } = await ask("POST", "/backtests", job);
      jobs.push(String(uuid));
      await expect
        .poll(async () => (await ask("GET", `/jobs/${String(uuid)}`))["status"], {
          timeout: 60_000,
        })
        .toBe("completed");
    }

    /** All that an act would change. */
    async function acts() {
      // The rows of a process come without a wait of their own.
      const rows = async () => {
        const found = (await ask("GET", "/audit?limit=100")) as unknown as readonly {
          readonly action: string;
          readonly actor: string;
        }[];
        return found.map(({ action, actor }) => `${action} by ${actor}`).toSorted();
      };
      const { orders } = await ask("GET", "/execution/orders?limit=100");
      const { imports } = await ask("GET", "/data/import");
      const { balance } = await ask("GET", "/execution/balance");
      const listed = (await ask("GET", "/jobs?limit=100")) as unknown as readonly unknown[];
      const statuses = listed.map((job) => {
        const { uuid, status } = job as { readonly uuid: string; readonly status: string };
        return { uuid, status };
      });
      return { orders, imports, balance, statuses, rows: await rows() };
    }

    const rowsOfTheBus = async (): Promise<readonly string[]> =>
      (await acts()).rows.filter((row) => row.startsWith("bus."));

    beforeAll(async () => {
      cluster = await startCluster(ROLES, { API_KEYS: API_KEY });
      pids = cluster.members.map(({ pid }) => pid);
      stranger = await Eavesdropper.connect(cluster.busUrl);
    }, 120_000);
    afterAll(async () => {
      stranger?.close();
      await cluster?.close();
    });

    const heardCalls = (): readonly Overheard[] =>
      stranger.heard.filter(({ subject }) => subject.startsWith("bourse.service."));

    test("each act of a process is in the audit trail, with the process that asked for it", async () => {
      await work();
      await expect
        .poll(rowsOfTheBus, { timeout: 20_000 })
        .toEqual([
          "bus.candles.imported by process:bourse-backtest api",
          "bus.order.placed by process:bourse-backtest api",
        ]);
    }, 120_000);

    test("1,000 forged messages do nothing: no order, no job, no import, no row of an act", async () => {
      const before = await acts();
      const calls = heardCalls();
      expect(calls.map(({ body }) => body.toString())).toEqual(
        expect.arrayContaining([expect.stringContaining('"method":"place"')]),
      );
      for (let at = 0; at < 1000; at++) {
        stranger.say(forgery(at, { calls, jobs }));
        if (at % 100 === 99) await stranger.flush();
      }
      await stranger.flush();
      await work();
      const added = new Set([
        "bus.candles.imported by process:bourse-backtest api",
        "bus.order.placed by process:bourse-backtest api",
      ]);
      await expect
        .poll(async () => (await rowsOfTheBus()).length, { timeout: 20_000 })
        .toBe(before.rows.filter((row) => row.startsWith("bus.")).length + added.size);
      const after = await acts();
      expect(after.orders).toHaveLength((before.orders as unknown[]).length + 1);
      expect(after.statuses).toHaveLength(before.statuses.length + 1);
      expect(after.imports).toHaveLength((before.imports as unknown[]).length);
      expect(new Set(after.rows.filter((row) => row.startsWith("bus.")))).toEqual(added);
    }, 120_000);

    test("whatever it says on any subject, each process lives and does its next work", async () => {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const random = seededRandom(seed);
      const overheard = [...stranger.heard];
      stranger.deafen();
      const words = jobQueues.map((queue) =>
        /^\w+$/u.test(queue) ? queue : `=${Buffer.from(queue).toString("base64url")}`,
      );
      const subjects = [
        ...[jobTopic, "trades", signalTopic].map((topic) => `bourse.topic.${topic}`),
        ...["data", "execution"].map((service) => `bourse.service.${service}`),
        ...words.flatMap((word) => [
          `bourse.queue.${word}.#`,
          `bourse.dead.${word}`,
          `bourse.present.${word}`,
        ]),
        ...new Set(
          overheard.map(({ subject }) => subject).filter((one) => one.startsWith("_INBOX.")),
        ),
      ];
      const before = await acts();
      const count = rounds(2000, 100_000);
      for (let at = 0; at < count; at++) {
        stranger.say(fuzzed(random, subjects, overheard));
        if (at % 200 === 199) await stranger.flush();
      }
      await stranger.flush();
      await work();
      const after = await acts();
      expect(after.orders, `seed ${seed}`).toHaveLength((before.orders as unknown[]).length + 1);
      expect(after.statuses, `seed ${seed}`).toHaveLength(before.statuses.length + 1);
      expect(cluster.members.map(({ pid }) => pid)).toEqual(pids);
      for (const { url = "" } of cluster.members) {
        expect((await fetch(`${url}/readyz`)).status, `seed ${seed}`).toBe(200);
      }
    }, 900_000);
  },
);
