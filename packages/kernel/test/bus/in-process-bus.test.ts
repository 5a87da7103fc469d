import { describe, expect, test } from "vitest";

import { createInProcessBus, createManualClock, type BusFault } from "../../src/index.ts";

describe("faults that nobody waits for", () => {
  test("reach onFault with the place and the original error", async () => {
    const faults: BusFault[] = [];
    const clock = createManualClock();
    const bus = createInProcessBus({ clock, onFault: (fault) => faults.push(fault) });
    const broken = new Error("inside");
    const fail = async (): Promise<never> => {
      throw broken;
    };
    bus.consume("queue", fail, { concurrency: 1, leaseMilliseconds: 1000 });
    bus.subscribe("sync", () => {
      throw broken;
    });
    bus.subscribe("async", fail as () => void);
    await bus.enqueue("queue", "1", {});
    bus.publish("sync", {});
    bus.publish("async", {});
    await clock.advance(0);
    expect(faults).toEqual([
      { where: "consumer", name: "queue", error: broken },
      { where: "listener", name: "sync", error: broken },
      { where: "listener", name: "async", error: broken },
    ]);
    await bus.close();
  });

  test("of onFault itself change nothing", async () => {
    const clock = createManualClock();
    const bus = createInProcessBus({
      clock,
      onFault: () => {
        throw new Error("the reporter is broken");
      },
    });
    let attempts = 0;
    const handler = async (): Promise<void> => {
      attempts++;
      throw new Error("rejected");
    };
    bus.consume("queue", handler, { concurrency: 1, leaseMilliseconds: 1000 });
    await bus.enqueue("queue", "1", {});
    await clock.advance(1000);
    expect(attempts).toBe(2);
    await bus.close();
  });
});

test("two buses share nothing", async () => {
  const [one, other] = [createInProcessBus(), createInProcessBus()];
  const options = { concurrency: 1, leaseMilliseconds: 1000 };
  one.consume("queue", async () => undefined, options);
  expect(await other.enqueue("queue", "1", {})).toEqual({ hasConsumer: false });
  await Promise.all([one.close(), other.close()]);
});

test("a mistyped option is refused with the nearest known name", () => {
  expect(() => createInProcessBus({ maxWating: 5 } as object)).toThrow(
    'createInProcessBus: there is no option "maxWating". Did you mean "maxWaiting"?',
  );
});
