/** A cluster of real processes, and a stranger who writes anything at all to every subject that they read. */

import { openNatsBus } from "@bourse/bus-nats";
import { seededRandom } from "@bourse/kernel";
import { jobQueues, jobTopic, signalTopic } from "@bourse/trading-core";
import { afterEach, describe, expect, test } from "vitest";

import { missingPostgres } from "../../../test/postgres/src/start-postgres.ts";
import { noNats } from "../../../test/support/nats-server.ts";
import { rounds } from "../../../test/support/rounds.ts";
import {
  allStrayMessages,
  RawNatsClient,
  strayMessage,
  type StrayMessage,
} from "../../../test/support/stray-messages.ts";
import { startCluster, type Cluster } from "./support/cluster.ts";

const missing = noNats ?? missingPostgres() ?? undefined;

const ROLES = ["api", "worker", "data", "execution"] as const;
const METHODS = {
  data: [
    "candles",
    "fundingRates",
    "symbols",
    "cacheStatus",
    "cacheClear",
    "importCsv",
    "importParquet",
    "importList",
    "importDelete",
  ],
  execution: ["place", "orders", "order", "cancel", "positions", "close", "balance", "ping"],
};
const PAYLOADS: readonly unknown[] = [
  null,
  7,
  "text",
  [],
  [null],
  [[]],
  [{}],
  {},
  { exchange: 7 },
  { exchange: "__proto__" },
  { exchange: "simulated", request: null },
  { exchange: "simulated", request: { symbol: "A", interval: "1h", limit: 1e15 } },
  { exchange: "simulated", request: { symbol: {}, interval: [], limit: "x" } },
  { symbol: "../../x", interval: "1h", csv: "\u0000", parquet: "!" },
  [{ symbol: "BTCUSDT", side: "buy", quantity: "1e999" }, null],
  [{ symbol: "BTCUSDT", side: "__proto__", quantity: { toString: 1 } }],
  [{ limit: 1e9, cursor: {} }],
];

describe.skipIf(missing !== undefined)(
  `a stranger on the bus${missing ? ` (${missing})` : ""}`,
  () => {
    let cluster: Cluster | undefined;
    afterEach(async () => {
      await cluster?.close();
      cluster = undefined;
    });

    test("ends no process and no connection: each of them does its next work", async () => {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const random = seededRandom(seed);
      const running = await startCluster(ROLES);
      cluster = running;
      const bus = await openNatsBus({ url: running.busUrl });
      const stranger = await RawNatsClient.connect(running.busUrl);
      /** A job through the processes of three roles, and an order through the fourth. */
      const work = async (): Promise<void> => {
        const body = { symbol: "BTCUSDT", interval: "1h", limit: 200, strategy: "rsi" };
        const created = await running.call("POST", "/backtests", body);
        expect(created, `seed ${seed}`).toMatchObject({ status: 200 });
        const path = `/jobs/${String(created?.body["job_id"])}`;
        const status = async () => (await running.call("GET", path))?.body["status"];
        await expect.poll(status, { timeout: 60_000, message: `seed ${seed}` }).toBe("completed");
        const balance = await running.call("GET", "/execution/balance");
        expect(balance, `seed ${seed}`).toMatchObject({ status: 200 });
      };
      await work();

      const subjects = [
        ...[jobTopic, "trades", signalTopic].map((topic) => `bourse.topic.${topic}`),
        ...Object.keys(METHODS).map((service) => `bourse.service.${service}`),
        ...jobQueues.flatMap((queue) => {
          const word = /^\w+$/u.test(queue)
            ? queue
            : `=${Buffer.from(queue).toString("base64url")}`;
          return [`bourse.queue.${word}.#`, `bourse.dead.${word}`, `bourse.present.${word}`];
        }),
      ];
      const calls: StrayMessage[] = Object.values(METHODS).flatMap((methods) =>
        methods.flatMap((method) =>
          PAYLOADS.map((payload) => ({ body: Buffer.from(JSON.stringify({ method, payload })) })),
        ),
      );
      const messages = [
        ...allStrayMessages(),
        ...Array.from({ length: rounds(100, 400) }, () => strayMessage(random)),
      ];
      let sent = 0;
      for (const subject of subjects) {
        const own = subject.startsWith("bourse.service.") ? [...messages, ...calls] : messages;
        for (const message of own) {
          stranger.send(subject.replace("#", String(sent++)), message, "_INBOX.nobody");
        }
        await stranger.flush();
      }
      for (const queue of jobQueues) {
        const atOnce = async (): Promise<number> => {
          const letters = await bus.deadLetters(queue, { limit: 1000 });
          return letters.filter(({ attempts }) => attempts === 1).length;
        };
        // All but those that are about a job, which there is not.
        const least = Math.floor(messages.length / 2);
        await expect.poll(atOnce, { timeout: 60_000 }).toBeGreaterThan(least);
      }
      await work();

      // Answers in a service's place, beside its own: calls may fail, and nobody falls.
      for (const subject of ["bourse.service.>", "bourse.present.>", "$JS.API.>"]) {
        await stranger.subscribe(subject);
      }
      stranger.onRequest = (_, reply) => stranger.send(reply, strayMessage(random));
      const calling = ["/execution/balance", "/execution/orders", "/data/symbols", "/data/cache"];
      for (let round = 0; round < rounds(10, 100); round++) {
        const answers = await Promise.all(calling.map((path) => running.call("GET", path)));
        for (const answer of answers) {
          expect(answer?.status, `seed ${seed}`).toBeOneOf([200, 500, 503]);
        }
        await running.call("POST", "/backtests", { symbol: "BTCUSDT", interval: "1h", limit: 100 });
      }
      stranger.close();
      await work();
      for (const { url } of running.members) {
        expect((await fetch(`${url}/readyz`)).status, `seed ${seed}`).toBe(200);
      }
      await bus.close();
    }, 600_000);
  },
);
