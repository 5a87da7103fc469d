import { describe, expect, test } from "vitest";

import { createLifecycle, createManualClock, type Component } from "../../src/index.ts";

/** Components that write down what happens to them. */
function recorder() {
  const log: string[] = [];
  const component = (name: string, faults: { start?: Error; stop?: Error } = {}): Component => ({
    name,
    start: async () => {
      log.push(`start ${name}`);
      if (faults.start !== undefined) throw faults.start;
    },
    stop: async () => {
      log.push(`stop ${name}`);
      if (faults.stop !== undefined) throw faults.stop;
    },
  });
  return { log, component };
}

const never = (): Promise<never> => new Promise(() => undefined);

describe("a lifecycle", () => {
  test("starts in order and stops in reverse, once however often it is asked", async () => {
    const { log, component } = recorder();
    const lifecycle = createLifecycle([component("store"), component("bus"), component("http")]);
    await Promise.all([lifecycle.start(), lifecycle.start()]);
    expect(lifecycle.state()).toBe("running");
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    await lifecycle.stop();
    expect(lifecycle.state()).toBe("stopped");
    expect(log).toEqual([
      "start store",
      "start bus",
      "start http",
      "stop http",
      "stop bus",
      "stop store",
    ]);
  });

  test("that fails half-way stops what had started, and says who failed", async () => {
    const { log, component } = recorder();
    const broken = new Error("port in use");
    const lifecycle = createLifecycle([
      component("store"),
      component("http", { start: broken }),
      component("late"),
    ]);
    await expect(lifecycle.start()).rejects.toMatchObject({
      code: "LIFECYCLE_START_FAILED",
      details: { component: "http" },
      cause: broken,
    });
    expect(log).toEqual(["start store", "start http", "stop store"]);
    expect(lifecycle.state()).toBe("stopped");
    await lifecycle.stop();
    expect(log).toHaveLength(3);
  });

  test("that fails half-way and can't be undone tells both", async () => {
    const { component } = recorder();
    const [first, second] = [new Error("port in use"), new Error("disk gone")];
    const lifecycle = createLifecycle([
      component("store", { stop: second }),
      component("http", { start: first }),
    ]);
    await expect(lifecycle.start()).rejects.toMatchObject({ cause: { errors: [first, second] } });
  });

  test("stops every component whatever happens to others, and names those that failed", async () => {
    const { log, component } = recorder();
    const [disk, socket] = [new Error("disk gone"), new Error("socket gone")];
    const lifecycle = createLifecycle([
      component("store", { stop: disk }),
      component("bus"),
      component("http", { stop: socket }),
    ]);
    await lifecycle.start();
    await expect(lifecycle.stop()).rejects.toMatchObject({
      code: "LIFECYCLE_STOP_FAILED",
      details: { components: ["http", "store"] },
      cause: { errors: [socket, disk] },
    });
    expect(log.slice(3)).toEqual(["stop http", "stop bus", "stop store"]);
  });

  test("waits for a component no longer than its deadline, and tells it so", async () => {
    const clock = createManualClock();
    const { log, component } = recorder();
    let told = false;
    const stuck: Component = {
      name: "stuck",
      stop: (signal) => {
        signal.addEventListener("abort", () => (told = true));
        return never();
      },
    };
    const lifecycle = createLifecycle([component("store"), stuck], {
      clock,
      componentStopMilliseconds: 500,
    });
    await lifecycle.start();
    const outcome = lifecycle.stop().catch((error: unknown) => error);
    await clock.advance(499);
    expect(log).toEqual(["start store"]);
    await clock.advance(1);
    expect(await outcome).toMatchObject({ details: { components: ["stuck"] } });
    expect(told).toBe(true);
    expect(log).toEqual(["start store", "stop store"]);
  });

  test("waits for all of them no longer than the deadline in all", async () => {
    const clock = createManualClock();
    const stuck = ["a", "b", "c"].map((name): Component => ({ name, stop: never }));
    const lifecycle = createLifecycle(stuck, {
      clock,
      componentStopMilliseconds: 500,
      stopMilliseconds: 700,
    });
    await lifecycle.start();
    const started = clock.monotonic();
    const outcome = lifecycle.stop().catch((error: unknown) => error);
    await clock.advance(700);
    expect(await outcome).toMatchObject({ details: { components: ["c", "b", "a"] } });
    expect(clock.monotonic() - started).toBe(700);
  });

  test("stopped during its start gives it up and undoes it", async () => {
    const { log, component } = recorder();
    const [entered, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const start = (): Promise<void> => {
      entered.resolve();
      return gate.promise;
    };
    const slow: Component = { ...component("slow"), start };
    const lifecycle = createLifecycle([component("store"), slow, component("late")]);
    const starting = lifecycle.start().catch((error: unknown) => error);
    await entered.promise;
    const stopping = lifecycle.stop();
    gate.resolve();
    expect(await starting).toMatchObject({ code: "LIFECYCLE_ENDED" });
    await stopping;
    expect(log).toEqual(["start store", "stop slow", "stop store"]);
  });

  test("stopped during its start tells what could not be undone", async () => {
    const { component } = recorder();
    const [entered, disk] = [Promise.withResolvers<void>(), new Error("disk gone")];
    const heeding: Component = {
      name: "heeding",
      start: (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new Error("interrupted")));
          entered.resolve();
        }),
    };
    const lifecycle = createLifecycle([component("store", { stop: disk }), heeding]);
    const starting = lifecycle.start().catch((error: unknown) => error);
    await entered.promise;
    await expect(lifecycle.stop()).rejects.toMatchObject({
      code: "LIFECYCLE_STOP_FAILED",
      details: { components: ["store"] },
    });
    expect(await starting).toMatchObject({ code: "LIFECYCLE_ENDED" });
  });

  test("never starts again, and stopping before a start does nothing", async () => {
    const { log, component } = recorder();
    const lifecycle = createLifecycle([component("store")]);
    await lifecycle.stop();
    await expect(lifecycle.start()).rejects.toMatchObject({ code: "LIFECYCLE_ENDED" });
    expect(log).toEqual([]);
  });
});
