/** The feeds of several processes of the interface: whoever listens to one of them goes on at another. */

import { createFollowJob, type JobProgressEvent } from "@bourse/client/backtest/progress";
import { createEventsClient, type EventsClient } from "@bourse/client/events";
import type { BacktestEvent } from "@bourse/contract/backtest";
import { afterEach, describe, expect, test } from "vitest";

import { missingPostgres } from "../../../test/postgres/src/start-postgres.ts";
import { noNats } from "../../../test/support/nats-server.ts";
import { rounds } from "../../../test/support/rounds.ts";
import { startCluster, type Cluster } from "./support/cluster.ts";

const missing = noNats ?? missingPostgres() ?? undefined;
const ROLES = ["api", "api", "data", "worker"];

interface Heard {
  readonly type: string;
  readonly id?: string;
}

describe.skipIf(missing !== undefined)(
  `listeners of several processes${missing ? ` (${missing})` : ""}`,
  () => {
    let cluster: Cluster | undefined;
    afterEach(async () => {
      await cluster?.close();
      cluster = undefined;
    });

    /** Address of a process of the interface. @throws Error while it does not run */
    function addressOf(running: Cluster, number: number): string {
      const url = running.of("api")[number % 2]?.url;
      if (url === undefined) throw new Error("this process does not run now");
      return url;
    }

    /** Collects what a client hears, in the order of its arrival. */
    function collect(client: EventsClient<BacktestEvent>): Heard[] {
      const heard: Heard[] = [];
      void (async () => {
        for await (const event of client) heard.push(event as Heard);
      })();
      return heard;
    }

    /** The recorded events: progress has no place of its own. */
    const recorded = (heard: readonly Heard[]): readonly string[] =>
      heard.filter(({ type }) => type !== "job.progress").map(({ id, type }) => `${id} ${type}`);

    const submit = async (running: Cluster, at: number): Promise<string> => {
      for (;;) {
        const body = { interval: "1h", limit: 300, strategy: "rsi" };
        const answer = await running.call("POST", "/backtests", body, `job-${at}-of-the-feed`);
        if (answer?.status === 200) return String(answer.body["job_id"]);
      }
    };

    test("a socket that goes from one process to another, cut or killed, misses nothing and hears nothing twice", async () => {
      const running = await startCluster(ROLES);
      cluster = running;
      let hop = 0;
      let cut: () => void = () => undefined;
      const sockets = new Set<number>();
      const client = createEventsClient<BacktestEvent>({
        url: `${addressOf(running, 0)}/api/ws/events`,
        baseMilliseconds: 20,
        maxMilliseconds: 200,
        createSocket: (url, protocol) => {
          const number = hop++ % 2;
          const there = new URL(url);
          there.host = new URL(addressOf(running, number)).host;
          const socket = new WebSocket(there, protocol);
          socket.addEventListener("open", () => sockets.add(number));
          cut = () => socket.close();
          return socket;
        },
      });
      const heard = collect(client);
      await expect.poll(() => client.state, { timeout: 10_000 }).toBe("open");

      const jobs = new Set<string>();
      const count = rounds(24, 60);
      for (let at = 0; at < count; at += 1) {
        jobs.add(await submit(running, at));
        if (at % 3 === 2) cut();
        if (at % 12 === 11) await running.of("api")[(at / 12) % 2 < 1 ? 0 : 1]!.crash();
      }
      const ends = (): number => heard.filter(({ type }) => type === "job.completed").length;
      await expect.poll(ends, { timeout: 60_000, interval: 100 }).toBe(jobs.size);
      client.close();

      expect(sockets).toEqual(new Set([0, 1]));
      expect(hop).toBeGreaterThan(count / 3);
      const ids = recorded(heard);
      const first = heard.find(({ id }) => id !== undefined)!.id!;
      const [epoch, sequence] = [first.slice(0, first.lastIndexOf(":")), placeOf(first)];
      for (const number of [0, 1]) {
        const whole = createEventsClient<BacktestEvent>({
          url: `${addressOf(running, number)}/api/ws/events`,
          since: `${epoch}:${sequence - 1}`,
        });
        const told = collect(whole);
        await expect.poll(() => recorded(told).length, { timeout: 10_000 }).toBe(ids.length);
        whole.close();
        expect(recorded(told), `at process ${number}`).toEqual(ids);
      }
      expect(heard.filter(({ type }) => type === "gap")).toEqual([]);
      expect(ids.map((id) => placeOf(id.split(" ")[0]!))).toEqual(
        ids.map((_, at) => sequence + at),
      );
    }, 240_000);

    test("the progress of a job goes on at another process when the one that told it is killed", async () => {
      const running = await startCluster(ROLES);
      cluster = running;
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
      const answer = await running.call("POST", "/sweeps", sweep);
      const uuid = String(answer?.body["job_id"]);
      let hop = 0;
      const followJob = createFollowJob({
        baseUrl: addressOf(running, 0),
        retry: { baseMilliseconds: 20, maxMilliseconds: 200 },
        fetch: (input, init) => {
          const { pathname, search } = new URL(input instanceof Request ? input.url : input);
          return fetch(`${addressOf(running, hop++)}${pathname}${search}`, init);
        },
      });
      const heard: JobProgressEvent[] = [];
      for await (const event of followJob(uuid)) {
        heard.push(event);
        if (heard.length === 2) await running.of("api")[0]!.end("SIGKILL");
      }
      expect(hop).toBeGreaterThan(1);
      expect(heard.length).toBeGreaterThan(3);
      expect(heard.filter(({ type }) => type === "job")).toHaveLength(1);
      expect(heard.at(-1)).toMatchObject({ type: "job", data: { status: "completed" } });
      const progress = heard.flatMap((event) =>
        event.type === "progress" ? [event.data.progress] : [],
      );
      expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    }, 240_000);
  },
);

function placeOf(id: string): number {
  return Number(id.slice(id.lastIndexOf(":") + 1));
}
