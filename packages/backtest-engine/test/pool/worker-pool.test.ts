import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { BourseError, hasCode, seededRandom } from "@bourse/kernel";
import { afterEach, describe, expect, test } from "vitest";

import {
  createWorkerPool,
  type WorkerPool,
  type WorkerPoolOptions,
} from "../../src/threads/index.ts";
import type { tasks } from "./tasks.fixture.ts";

const module = new URL("./tasks.fixture.ts", import.meta.url);
const opened: WorkerPool<typeof tasks>[] = [];

function pool(options: Partial<WorkerPoolOptions> = {}): WorkerPool<typeof tasks> {
  const made = createWorkerPool<typeof tasks>({ module, size: 1, ...options });
  opened.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((made) => made.close({ deadlineMilliseconds: 0 })));
});

/** A flag that a worker waits for: `release` lets it go on. */
function gate(): { readonly shared: Int32Array; readonly release: () => void } {
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const release = (): void => {
    Atomics.store(shared, 0, 1);
    Atomics.notify(shared, 0);
  };
  return { shared, release };
}

async function eventually(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!condition()) {
    expect(performance.now(), "the condition never came").toBeLessThan(deadline);
    await sleep(2);
  }
}

describe("a task", () => {
  test("gives its result", async () => {
    expect(await pool().run("double", 21)).toBe(42);
  });

  test("finds a thread that was started ahead of it", async () => {
    let started = 0;
    const count = (): unknown => (started += 1);
    process.on("worker", count);
    try {
      const threads = pool({ size: 2 });
      threads.start(1);
      await eventually(() => started === 1);
      threads.start(5);
      threads.start();
      await eventually(() => started === 2);
      expect(threads.load()).toEqual({ running: 0, queued: 0, size: 2 });
      await Promise.all([threads.run("double", 1), threads.run("double", 2)]);
      expect(started, "never more than size").toBe(2);
      await threads.close({ deadlineMilliseconds: 0 });
      threads.start();
      await sleep(0);
      expect(started, "none after the end").toBe(2);
    } finally {
      process.off("worker", count);
    }
  });

  test("moves the buffers it is told to move, both ways", async () => {
    const threads = pool();
    const values = new Float64Array([1, 2, 3.5]);
    expect(await threads.run("sum", values, { transfer: [values.buffer] })).toBe(6.5);
    expect(values.length, "the caller's buffer is detached").toBe(0);
    expect((await threads.run("ones", 1000)).values).toHaveLength(1000);
  });

  test("tells its progress in order, all of it before its outcome", async () => {
    const seen: unknown[] = [];
    const onProgress = (value: unknown): void => void seen.push(value);
    expect(await pool().run("count", 100, { onProgress })).toBe("counted");
    expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  test("that throws one of our errors rejects with its code, sentence and details", async () => {
    await expect(pool().run("refuse", "XYZ")).rejects.toMatchObject({
      code: "SYMBOL_UNKNOWN",
      message: "No such symbol.",
      details: { symbol: "XYZ" },
    });
  });

  test("that throws anything else rejects with POOL_TASK_FAILED, the original as its cause", async () => {
    await expect(pool().run("break", undefined as never)).rejects.toMatchObject({
      code: "POOL_TASK_FAILED",
      cause: {
        message: "undefined is not a candle",
        stack: expect.stringContaining("tasks.fixture.ts") as string,
      },
    });
  });

  test("that nobody serves rejects with POOL_TASK_UNKNOWN", async () => {
    const untyped = pool() as unknown as WorkerPool;
    await expect(untyped.run("tripple", 1 as never)).rejects.toMatchObject({
      code: "POOL_TASK_UNKNOWN",
    });
    await expect(untyped.run("toString", 1 as never)).rejects.toMatchObject({
      code: "POOL_TASK_UNKNOWN",
    });
  });

  test("is typed by the module's handlers: names, inputs and results", async () => {
    const threads = pool();
    const sum: number = await threads.run("sum", new Float64Array([1]));
    expect(sum).toBe(1);
    // @ts-expect-error There is no such task.
    await expect(threads.run("add", 1)).rejects.toMatchObject({ code: "POOL_TASK_UNKNOWN" });
    // @ts-expect-error The task takes a number.
    expect(await threads.run("double", "2")).toBe(4);
  });

  test("whose input or result can't be cloned rejects, and the worker goes on", async () => {
    const threads = pool();
    const first = await threads.run("thread", 0);
    await expect(threads.run("double", (() => 1) as never)).rejects.toMatchObject({
      code: "POOL_INPUT_INVALID",
    });
    await expect(threads.run("uncloneable", undefined as never)).rejects.toMatchObject({
      code: "POOL_TASK_FAILED",
    });
    expect(await threads.run("thread", 0), "the same thread still serves").toBe(first);
  });
});

describe("threads", () => {
  test("run as many tasks at once as the pool is large, and never more", async () => {
    const threads = pool({ size: 2 });
    const { shared, release } = gate();
    const running = [0, 1, 2, 3].map(() => threads.run("wait", shared));
    expect(threads.load()).toEqual({ running: 2, queued: 2, size: 2 });
    release();
    await Promise.all(running);
    expect(threads.load()).toEqual({ running: 0, queued: 0, size: 2 });
  });

  test("are kept for the next task", async () => {
    const threads = pool();
    const first = await threads.run("thread", 0);
    expect(await threads.run("thread", 0)).toBe(first);
  });

  test("take tasks in the order of their coming", async () => {
    const threads = pool();
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3, 4, 5].map(async (value) => {
        await threads.run("double", value);
        order.push(value);
      }),
    );
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("a queue at its bound", () => {
  test("refuses with POOL_FULL at once, and takes tasks again when there is room", async () => {
    const threads = pool({ maxQueued: 1 });
    const { shared, release } = gate();
    const taken = [threads.run("wait", shared), threads.run("wait", shared)];
    await expect(threads.run("double", 1)).rejects.toMatchObject({ code: "POOL_FULL" });
    release();
    await Promise.all(taken);
    expect(await threads.run("double", 1)).toBe(2);
  });

  test("of zero takes a task only when a thread is free", async () => {
    const threads = pool({ maxQueued: 0 });
    const { shared, release } = gate();
    const taken = threads.run("wait", shared);
    await expect(threads.run("double", 1)).rejects.toMatchObject({ code: "POOL_FULL" });
    release();
    await taken;
    expect(await threads.run("double", 1)).toBe(2);
  });
});

describe("an abort", () => {
  test("drops a task that waits, and leaves the running one alone", async () => {
    const threads = pool();
    const { shared, release } = gate();
    const running = threads.run("wait", shared);
    const caller = new AbortController();
    const waiting = threads.run("double", 1, { signal: caller.signal });
    caller.abort(new Error("changed my mind"));
    await expect(waiting).rejects.toThrow("changed my mind");
    expect(threads.load().queued).toBe(0);
    release();
    await running;
  });

  test("ends the thread of a task that runs, even in an endless loop, and the next task gets a new one", async () => {
    const threads = pool();
    const first = await threads.run("thread", 0);
    const shared = new Int32Array(new SharedArrayBuffer(4));
    const caller = new AbortController();
    const outcome = threads
      .run("spin", shared, { signal: caller.signal })
      .catch((error: unknown) => error);
    await eventually(() => Atomics.load(shared, 0) === 1);
    const next = threads.run("thread", 0);
    caller.abort(new Error("cancelled"));
    expect(await outcome).toMatchObject({ message: "cancelled" });
    expect(await next).not.toBe(first);
  });

  test("before the start rejects without running anything", async () => {
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(pool().run("double", 1, { signal })).rejects.toThrow("too late");
  });
});

describe("a worker that dies", () => {
  test("by process.exit rejects its task with POOL_WORKER_CRASHED and is replaced", async () => {
    const threads = pool();
    const crashed = threads.run("exit", 3);
    const next = threads.run("double", 4);
    await expect(crashed).rejects.toMatchObject({
      code: "POOL_WORKER_CRASHED",
      details: { exitCode: 3 },
    });
    expect(await next).toBe(8);
  });

  test("by an uncaught error names it as the cause", async () => {
    await expect(pool().run("throwLater", undefined as never)).rejects.toMatchObject({
      code: "POOL_WORKER_CRASHED",
      message: expect.stringMatching(/: nobody caught me$/u) as string,
      cause: { message: "nobody caught me" },
    });
  });

  test("at its start, because its module is missing, rejects every task instead of hanging", async () => {
    const threads = pool({ module: new URL("./no-such-module.ts", import.meta.url) });
    for (const value of [1, 2]) {
      await expect(threads.run("double", value)).rejects.toMatchObject({
        code: "POOL_WORKER_CRASHED",
        message: expect.stringMatching(
          /there is no module .*no-such-module\.ts\. .*serveBacktests/u,
        ) as string,
      });
    }
  });
});

test("serveTasks is refused outside of a worker, with what to do instead", () => {
  const source = `import { serveTasks } from "./src/pool/serve-tasks.ts"; serveTasks({});`;
  const flags = ["-C", "@bourse/source", "--input-type=module-typescript", "-e", source];
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, flags, { cwd, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain("give this module to createWorkerPool");
});

describe("close", () => {
  test("lets waiting and running tasks end, and refuses new ones with POOL_CLOSED", async () => {
    const threads = pool();
    const { shared, release } = gate();
    const taken = [threads.run("wait", shared), threads.run("double", 2)] as const;
    const closing = threads.close();
    await expect(threads.run("double", 1)).rejects.toMatchObject({ code: "POOL_CLOSED" });
    release();
    expect(await taken[1]).toBe(4);
    await closing;
    await threads.close();
  });

  test("ends what still runs at its deadline with POOL_CLOSED", async () => {
    const threads = pool();
    const { shared } = gate();
    const stuck = [threads.run("wait", shared), threads.run("wait", shared)];
    const refused = Promise.all(
      stuck.map((run) => expect(run).rejects.toMatchObject({ code: "POOL_CLOSED" })),
    );
    await threads.close({ deadlineMilliseconds: 20 });
    await refused;
  });
});

test("whatever mix of tasks, crashes and aborts comes, each run has its own one outcome", async () => {
  const random = seededRandom("mixed work");
  const threads = pool({ size: 2 });
  const outcomes = await Promise.all(
    Array.from({ length: 80 }, async (_, value) => {
      const kind = random.below(12);
      if (kind === 0) return await codeOf(threads.run("exit", 1), "POOL_WORKER_CRASHED");
      if (kind === 1) return await codeOf(threads.run("refuse", "XYZ"), "SYMBOL_UNKNOWN");
      if (kind === 2) {
        const signal = AbortSignal.abort(new BourseError("GIVEN_UP", "x"));
        return await codeOf(threads.run("double", value, { signal }), "GIVEN_UP");
      }
      return (await threads.run("double", value)) === value * 2;
    }),
  );
  expect(outcomes.filter((right) => !right)).toEqual([]);
  expect(threads.load()).toEqual({ running: 0, queued: 0, size: 2 });
});

async function codeOf(run: Promise<unknown>, code: string): Promise<boolean> {
  return await run.then(
    () => false,
    (error: unknown) => hasCode(error, code),
  );
}

describe("a pool with limits", () => {
  test("ends a task that runs for too long, and goes on", async () => {
    const threads = pool({ timeLimitSeconds: 1 });
    const shared = new Int32Array(new SharedArrayBuffer(4));
    await expect(threads.run("spin", shared)).rejects.toMatchObject({
      code: "POOL_TIME_LIMIT",
      message: `Task "spin" gave no result and no progress for 1 s, the limit of the pool, and was ended.`,
      details: { task: "spin", seconds: 1 },
    });
    expect(Atomics.load(shared, 0), "the task had begun").toBe(1);
    expect(await threads.run("double", 4)).toBe(8);
  });

  test("counts no time that a thread needs to start", async () => {
    const slow = new URL("./slow-thread.fixture.ts", import.meta.url);
    const threads = pool({ module: slow, timeLimitSeconds: 1 });
    expect(await threads.run("double", 4)).toBe(8);
  });

  test("lets a task that tells of its progress go on", async () => {
    const threads = pool({ timeLimitSeconds: 1 });
    expect(await threads.run("progressing", 4)).toBe("arrived");
  });

  test.each(["objects", "buffers"] as const)("ends a task that hoards %s", async (kind) => {
    const threads = pool({ memoryLimitMegabytes: 48 });
    await expect(threads.run("hoard", kind)).rejects.toMatchObject({
      code: "POOL_MEMORY_LIMIT",
      details: { task: "hoard", megabytes: 48 },
    });
    expect(await threads.run("double", 4)).toBe(8);
  });

  test("refuses limits out of their bounds", () => {
    expect(() => pool({ timeLimitSeconds: 0.5 })).toThrow(/timeLimitSeconds/u);
    expect(() => pool({ memoryLimitMegabytes: 15 })).toThrow(/memoryLimitMegabytes/u);
  });
});
