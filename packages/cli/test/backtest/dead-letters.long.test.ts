/** `bourse-backtest dead-letters` at a NATS server, beside processes of the service. */

import { openNatsBus } from "@bourse/bus-nats";
import type { Bus } from "@bourse/kernel";
import { dataJobQueue, jobQueue } from "@bourse/trading-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { noNats, startNatsServer, type NatsServer } from "../../../../test/support/nats-server.ts";
import { runBacktest } from "../support/run-words.ts";

const KEY = "0123456789abcdef0123456789abcdef";
const LEASE = { concurrency: 5, leaseMilliseconds: 5000 };

describe.skipIf(noNats !== undefined)(`dead letters${noNats ? ` (${noNats})` : ""}`, () => {
  let nats: NatsServer;
  let bus: Bus;
  beforeEach(async () => {
    nats = await startNatsServer();
    bus = await openNatsBus({ url: nats.url, maxWaiting: 6000, keys: [KEY] });
  });
  afterEach(async () => {
    await bus.close();
    await nats.close();
  });

  const command = (...words: string[]) => commandWith({ BUS_KEY: KEY }, words);

  async function commandWith(variables: Record<string, string>, words: readonly string[]) {
    const printed: string[] = [];
    const complaints: string[] = [];
    const code = await runBacktest(
      ["dead-letters", ...words],
      { BUS_URL: nats.url, ...variables },
      {
        stdout: (text) => void printed.push(text),
        stderr: (text) => void complaints.push(text),
        progress: () => undefined,
      },
    );
    return { code, printed: printed.join("\n"), complaints: complaints.join("\n") };
  }

  /** Gives up a message of each id. */
  async function giveUp(queue: string, ids: readonly string[], error = "broken"): Promise<void> {
    const failing = bus.consume(queue, () => Promise.reject(new Error(error)), {
      ...LEASE,
      maxDeliveries: 1,
    });
    for (const id of ids) await bus.enqueue(queue, id, { uuid: id });
    await expect
      .poll(async () => (await bus.deadLetters(queue)).map(({ id }) => id), { timeout: 10_000 })
      .toEqual(expect.arrayContaining([...ids]));
    await failing.stop();
  }

  test("are read without a key, and not queued again without one, or with one of another store", async () => {
    await giveUp(jobQueue, ["one"]);
    expect((await commandWith({}, ["show", "one"])).code).toBe(0);
    for (const variables of [{}, { STORE_URL: "sqlite:somewhere.db" }, { BUS_KEY: "store" }]) {
      const { code, complaints } = await commandWith(variables, ["retry", "one"]);
      expect({ code, complaints }).toEqual({
        code: 1,
        complaints: expect.stringMatching(/set BUS_KEY as for the servers/u) as string,
      });
    }
    expect(await bus.countDeadLetters(jobQueue)).toBe(1);
  });

  test("are listed with their queue, time, deliveries and error, on one line each", async () => {
    expect((await command("list")).printed).toBe("There are no dead letters.");
    await giveUp(jobQueue, ["one"], "line\nbreak and \u001b[31mcolour");
    await giveUp(dataJobQueue, ["two"]);
    const { code, printed } = await command("list");
    expect(code).toBe(0);
    const [head, , first, second, ...more] = printed.split("\n");
    expect(more).toEqual([]);
    expect(head).toMatch(/^time +queue +id +deliveries +error$/u);
    expect(first).toMatch(/^\d{4}-\d\d-\d\dT\S+Z +jobs +one +1 +line.break and .\[31mcolour$/u);
    expect(second).toMatch(/ jobs\.data +two +1 +broken$/u);
    const { printed: text } = await command("list", "--json", "--queue", "jobs.data");
    const json = JSON.parse(text) as { readonly time: string }[];
    expect(json[0]?.time).toMatch(/Z$/u);
    expect(json).toEqual([
      {
        queue: "jobs.data",
        id: "two",
        payload: { uuid: "two" },
        deliveries: 1,
        error: "broken",
        time: json[0]?.time,
      },
    ]);
    expect((await command("list", "--limit", "1", "--json")).printed).not.toContain('"one"');
  });

  test("are shown, queued again and deleted by their id, the others stay", async () => {
    await giveUp(jobQueue, ["one", "two", "three"]);
    expect(JSON.parse((await command("show", "two")).printed)).toMatchObject({
      queue: "jobs",
      id: "two",
      payload: { uuid: "two" },
    });
    expect(await command("show", "four")).toEqual({
      code: 1,
      printed: "",
      complaints: 'No dead letter of jobs or jobs.data has the id "four".',
    });
    expect((await command("retry", "two")).code).toBe(0);
    const seen: string[] = [];
    const consumer = bus.consume(jobQueue, async ({ id }) => void seen.push(id), LEASE);
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual(["two"]);
    expect((await command("drop", "one")).code).toBe(0);
    expect((await bus.deadLetters(jobQueue)).map(({ id }) => id)).toEqual(["three"]);
    expect((await command("drop", "one")).code).toBe(1);
    await consumer.stop();
    expect(seen).toEqual(["two"]);
  });

  test("are queued again and deleted all at once", async () => {
    await giveUp(jobQueue, ["one", "two"]);
    await giveUp(dataJobQueue, ["three"]);
    expect((await command("retry", "--all")).printed).toBe(
      "Dead letters that were queued again: 3.",
    );
    const seen: string[] = [];
    const consumer = bus.consume(jobQueue, async ({ id }) => void seen.push(id), LEASE);
    await expect.poll(() => seen.toSorted(), { timeout: 10_000 }).toEqual(["one", "two"]);
    await consumer.stop();
    await giveUp(jobQueue, ["four"]);
    await giveUp(jobQueue, ["four"]);
    expect((await command("drop", "--all")).printed).toBe("Dead letters that were deleted: 1.");
    expect(await bus.countDeadLetters(jobQueue)).toBe(0);
    expect(await bus.countDeadLetters(dataJobQueue)).toBe(0);
  });

  test("are queued again once each while a consumer gives them up again at once", async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `id${index}`);
    const runs = new Map<string, number>();
    await giveUp(jobQueue, ids);
    const failing = bus.consume(
      jobQueue,
      async ({ id }) => {
        runs.set(id, (runs.get(id) ?? 0) + 1);
        return Promise.reject(new Error("broken again"));
      },
      { ...LEASE, maxDeliveries: 1 },
    );
    expect((await command("retry", "--all")).printed).toBe(
      "Dead letters that were queued again: 50.",
    );
    await expect
      .poll(async () => (await bus.deadLetters(jobQueue)).map(({ id }) => id).toSorted())
      .toEqual(ids.toSorted());
    expect((await bus.deadLetters(jobQueue)).map(({ error }) => error)).toEqual(
      ids.map(() => "broken again"),
    );
    expect([...runs.values()]).toEqual(ids.map(() => 1));
    await failing.stop();
  });

  test("of a server that is away are an error that names it", async () => {
    await nats.kill();
    const { code, complaints } = await command("list");
    expect(code).toBe(1);
    expect(complaints).toMatch(/^BUS_UNAVAILABLE: The bus at \S+ cannot be reached/u);
    await nats.start();
  });
});
