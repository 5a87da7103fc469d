import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { Bus, BusFault, Delivery } from "@bourse/kernel";
import { connect } from "@nats-io/transport-node";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { noNats, startNatsServer, type NatsServer } from "../../../../test/support/nats-server.ts";
import { openNatsBus, type NatsBusOptions } from "../src/index.ts";

const ONE = { concurrency: 1, leaseMilliseconds: 2000 } as const;

describe.skipIf(noNats !== undefined)(
  `a NATS server that goes${noNats ? ` (${noNats})` : ""}`,
  () => {
    let server: NatsServer;
    const opened: Bus[] = [];
    const open = async (options: Partial<NatsBusOptions> = {}): Promise<Bus> => {
      const bus = await openNatsBus({ url: server.url, ...options });
      opened.push(bus);
      return bus;
    };
    beforeEach(async () => {
      server = await startNatsServer();
    });
    afterEach(async () => {
      server.resume();
      await Promise.all(opened.splice(0).map((bus) => bus.close()));
      await server.close();
    });

    test("knows a consumer that is too busy to say that it is there", async () => {
      const bus = await open();
      const busy = await connect({ servers: server.url });
      busy.subscribe("bourse.present.work", { callback: () => undefined });
      await busy.flush();
      expect(await bus.enqueue("work", "a", {})).toEqual({ hasConsumer: true });
      await busy.close();
      // The server hears of the end a moment later.
      await expect.poll(() => bus.enqueue("work", "b", {})).toEqual({ hasConsumer: false });
    });

    test("is waited for by a bus that was opened before it", async () => {
      await server.kill();
      const faults: BusFault[] = [];
      const bus = await open({ onFault: (fault) => faults.push(fault) });
      await expect(bus.probe()).rejects.toMatchObject({ code: "BUS_UNAVAILABLE" });
      expect(faults[0]).toMatchObject({ where: "connection" });
      const heard: unknown[] = [];
      const worked: string[] = [];
      bus.consume("work", async ({ id }) => void worked.push(id), ONE);
      bus.subscribe("tick", (event) => heard.push(event));
      bus.serve("sums", { one: async () => 1 });
      await server.start();
      await expect
        .poll(() =>
          bus.probe().then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      const other = await open();
      await expect.poll(async () => (await other.enqueue("work", "a", {})).hasConsumer).toBe(true);
      await expect.poll(() => worked).toContain("a");
      other.publish("tick", { n: 1 });
      await expect.poll(() => heard).toEqual([{ n: 1 }]);
      expect(await other.request("sums", "one", {}, { timeoutMilliseconds: 1000 })).toBe(1);
    });

    test("refuses calls with BUS_UNAVAILABLE at once, and local listeners still hear", async () => {
      const bus = await open();
      await bus.enqueue("work", "before", {});
      await server.kill();
      await expect
        .poll(() => bus.probe().catch((error: { code: string }) => error.code))
        .toBe("BUS_UNAVAILABLE");
      const heard: unknown[] = [];
      bus.subscribe("tick", (event) => heard.push(event));
      await expect(bus.enqueue("work", "x", {})).rejects.toMatchObject({ code: "BUS_UNAVAILABLE" });
      await expect(bus.deadLetters("work")).rejects.toMatchObject({ code: "BUS_UNAVAILABLE" });
      const asked = bus.request("any", "any", {}, { timeoutMilliseconds: 60_000 });
      await expect(asked).rejects.toMatchObject({ code: "BUS_UNAVAILABLE" });
      bus.publish("tick", 1);
      await expect.poll(() => heard).toEqual([1]);
    });

    test("that no longer answers does not hold calls up", async () => {
      const bus = await open();
      await bus.enqueue("work", "before", {});
      await server.pause();
      await expect(bus.enqueue("work", "x", {})).rejects.toMatchObject({ code: "BUS_UNAVAILABLE" });
      await expect(bus.probe()).rejects.toMatchObject({ code: "BUS_UNAVAILABLE" });
      server.resume();
      await expect
        .poll(() =>
          bus.probe().then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      await bus.enqueue("work", "x", {});
    });

    test("and comes back has every message that it took, and consumers go on by themselves", async () => {
      const [producer, worker] = [await open(), await open()];
      const seen = new Set<string>();
      worker.consume("work", async ({ id }) => void seen.add(id), { ...ONE, concurrency: 3 });
      const taken: string[] = [];
      for (let round = 0; round < 5; round++) {
        const sending = Array.from({ length: 40 }, async (_, at) => {
          const id = `${round}-${at}`;
          await sleep(at);
          await producer.enqueue("work", id, {}).then(
            () => taken.push(id),
            () => undefined,
          );
        });
        await sleep(15);
        await server.kill();
        await Promise.all(sending);
        await server.start();
        await expect
          .poll(() =>
            producer.probe().then(
              () => true,
              () => false,
            ),
          )
          .toBe(true);
      }
      expect(taken.length).toBeGreaterThan(0);
      await expect.poll(() => taken.filter((id) => !seen.has(id)), { timeout: 30_000 }).toEqual([]);
    });

    test("and comes back empty gets its queues again", async () => {
      const bus = await open();
      const seen: string[] = [];
      bus.consume("work", async ({ id }) => void seen.push(id), ONE);
      await bus.enqueue("work", "a", {});
      await expect.poll(() => seen).toEqual(["a"]);
      await server.close();
      await server.start();
      await expect
        .poll(() =>
          bus.probe().then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      await expect
        .poll(() =>
          bus.enqueue("work", "b", {}).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      await expect.poll(() => seen, { timeout: 30_000 }).toContain("b");
    });

    test("leaves no message behind that its worker had only just been sent", async () => {
      const [producer, worker] = [await open(), await open()];
      const seen = new Map<string, number>();
      for (let id = 0; id < 30; id++) await producer.enqueue("work", String(id), {});
      const handler = async ({ id, signal }: Delivery<unknown>): Promise<void> => {
        await sleep(3);
        signal.throwIfAborted();
        seen.set(id, (seen.get(id) ?? 0) + 1);
      };
      for (let life = 15; seen.size < 30; life += 10) {
        const limits = { concurrency: 4, leaseMilliseconds: 600_000, maxDeliveries: 1000 };
        const consumer = worker.consume("work", handler, limits);
        // Longer each time: lives of one length could end in step with the rest of a message that was refused.
        await sleep(life);
        await consumer.stop();
      }
      // A message that got lost on its way would come again only after the lease of ten minutes.
      expect([...seen.values()].every((count) => count === 1)).toBe(true);
      expect(seen.size).toBe(30);
    });

    test("takes the answers with it that were on their way: their callers hear at once", async () => {
      const [asking, serving] = [await open(), await open()];
      let asked = 0;
      serving.serve("slow", {
        async wait() {
          asked++;
          await server.kill();
        },
      });
      await serving.probe();
      const request = asking.request("slow", "wait", {}, { timeoutMilliseconds: 600_000 });
      await expect(request).rejects.toMatchObject({ code: "BUS_UNAVAILABLE" });
      expect(asked).toBe(1);
    });

    test("is not needed to notice a service that died at its work: nothing is heard of it", async () => {
      const asking = await open();
      const silent = await connect({ servers: server.url.replace("nats://", "") });
      let asked = 0;
      silent.subscribe("bourse.service.slow", { callback: () => void asked++ });
      await silent.flush();
      const request = asking.request("slow", "wait", {}, { timeoutMilliseconds: 600_000 });
      await expect(request).rejects.toMatchObject({ code: "BUS_NO_RESPONDER" });
      expect(asked).toBe(1);
      await silent.close();
    });

    test("does not hurry a service that takes longer than that", async () => {
      const [asking, serving] = [await open(), await open()];
      serving.serve("slow", {
        async wait() {
          await sleep(9000);
          return "done";
        },
      });
      await serving.probe();
      const limits = { timeoutMilliseconds: 600_000 };
      expect(await asking.request("slow", "wait", {}, limits)).toBe("done");
    });

    test("that comes back with a message that was acknowledged does not keep its id from being used", async () => {
      const messages = join(server.folder, "jetstream/$G/streams/bourse_queue_work/msgs");
      const forgotten = join(server.folder, "forgotten");
      const bus = await open();
      await bus.enqueue("work", "a", {});
      await server.kill("SIGINT");
      await cp(messages, forgotten, { recursive: true });
      await server.start();
      const worked: string[] = [];
      const first = bus.consume("work", async ({ id }) => void worked.push(id), ONE);
      await expect.poll(() => worked).toEqual(["a"]);
      await first.stop();
      await server.kill("SIGINT");
      await rm(messages, { recursive: true });
      await cp(forgotten, messages, { recursive: true });
      await server.start();
      bus.consume("work", async ({ id }) => void worked.push(id), ONE);
      await expect
        .poll(async () => {
          await bus.enqueue("work", "a", {}).catch(() => undefined);
          return worked.length;
        })
        .toBeGreaterThan(1);
    });

    test("asks for the password, which no fault tells", async () => {
      const guarded = await startNatsServer(["--user", "ann", "--pass", "hunter2-secret"]);
      const url = guarded.url.replace("nats://", "nats://ann:hunter2-secret@");
      const faults: BusFault[] = [];
      const onFault = (fault: BusFault): void => void faults.push(fault);
      const bus = await open({ url, onFault });
      await bus.probe();
      const wrong = await open({ url: url.replace("hunter2", "wrong"), onFault });
      await expect(wrong.probe()).rejects.toMatchObject({ code: "BUS_UNAVAILABLE" });
      expect(faults.length).toBeGreaterThan(0);
      const told = faults.map(
        ({ error, name }) => `${name} ${String(error)} ${(error as Error).stack}`,
      );
      expect(told.join()).not.toMatch(/hunter2-secret|wrong-secret/u);
      await guarded.close();
    });
  },
);
