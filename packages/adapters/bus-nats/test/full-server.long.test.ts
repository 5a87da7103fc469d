/** A NATS server that has no room, which is another thing than a queue at its bound. */

import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Bus, BusFault } from "@bourse/kernel";
import { describe, expect, onTestFinished, test } from "vitest";

import { mountVolume } from "../../../../test/support/full-volume.ts";
import { noNats, startNatsServer } from "../../../../test/support/nats-server.ts";
import { openNatsBus } from "../src/index.ts";

const PAYLOAD = { text: "x".repeat(30_000) };

describe.skipIf(noNats !== undefined)("a NATS server without room", { timeout: 60_000 }, () => {
  async function open(args: readonly string[]) {
    const server = await startNatsServer(args);
    onTestFinished(() => server.close());
    const faults: BusFault[] = [];
    const bus = await openNatsBus({
      url: server.url,
      maxWaiting: 3000,
      onFault: (fault) => void faults.push(fault),
    });
    onTestFinished(() => bus.close());
    return { bus, faults };
  }

  /** Sends messages until one is refused; resolves to that error. */
  async function fill(bus: Bus): Promise<Error> {
    for (let n = 0; n < 1000; n += 1) {
      try {
        await bus.enqueue("work", `message-${n}`, PAYLOAD);
      } catch (error) {
        return error as Error;
      }
    }
    throw new Error("nothing was refused");
  }

  async function expectRefusal({ bus, faults }: Awaited<ReturnType<typeof open>>): Promise<void> {
    const error = await fill(bus);
    expect(error).toMatchObject({ code: "BUS_UNAVAILABLE", details: { isRefusal: true } });
    expect(error.message).toMatch(/stores no more messages: ".+" \(\d+\)\. Make room on its disk/);
    await expect(bus.enqueue("work", "one more", PAYLOAD)).rejects.toMatchObject({
      code: "BUS_UNAVAILABLE",
    });
    expect(faults.map(({ where, error: told }) => [where, String(told)])).toEqual([
      ["connection", expect.stringContaining("stores no more messages") as string],
    ]);
  }

  test("by its own limit says that, once in the log, and no queue is called full", async () => {
    const folder = await mkdtemp(join(tmpdir(), "bourse-nats-limit-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const config = join(folder, "nats.conf");
    writeFileSync(config, "jetstream { max_file_store: 100000 }");
    await expectRefusal(await open(["-c", config]));
  });

  test("on its disk says that, once in the log, and no queue is called full", async (context) => {
    const volume = mountVolume(1024 * 1024);
    if (volume === undefined) {
      expect(process.env["CI"], "CI has to permit mount(8) for this test").toBeUndefined();
      return context.skip("mounting a volume is not permitted here");
    }
    await expectRefusal(await open(["-sd", volume.folder]));
  });

  test("is not what a queue at its bound says", async () => {
    const server = await startNatsServer();
    onTestFinished(() => server.close());
    const faults: BusFault[] = [];
    const onFault = (fault: BusFault): void => void faults.push(fault);
    const bus = await openNatsBus({ url: server.url, maxWaiting: 2, onFault });
    onTestFinished(() => bus.close());
    expect(await fill(bus)).toMatchObject({ code: "BUS_QUEUE_FULL", details: { maxWaiting: 2 } });
    expect(faults).toEqual([]);
  });
});
