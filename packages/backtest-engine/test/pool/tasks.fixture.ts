/** The worker module of the pool's tests. */

// Not the whole index: every new thread loads these sources afresh.
import { BourseError } from "@bourse/kernel";

import { serveTasks, transferring, type TaskContext } from "../../src/threads/index.ts";

export const tasks = {
  double: (value: number) => value * 2,
  thread: async (milliseconds: number) => {
    const { threadId } = await import("node:worker_threads");
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    return threadId;
  },
  count: (to: number, { progress }: TaskContext) => {
    for (let value = 1; value <= to; value++) progress(value);
    return "counted";
  },
  sum: (values: Float64Array) => values.reduce((sum, value) => sum + value, 0),
  ones: (length: number) => {
    const values = new Float64Array(length).fill(1);
    return transferring({ values }, [values.buffer]);
  },
  refuse: (symbol: string): never => {
    throw new BourseError("SYMBOL_UNKNOWN", "No such symbol.", { details: { symbol } });
  },
  break: (): never => {
    throw new TypeError("undefined is not a candle");
  },
  uncloneable: () => () => "a function",
  exit: (code: number): never => process.exit(code),
  throwLater: () => {
    setImmediate(() => {
      throw new Error("nobody caught me");
    });
    return new Promise<never>(() => undefined);
  },
  spin: (shared: Int32Array): never => {
    Atomics.add(shared, 0, 1);
    for (;;);
  },
  progressing: (steps: number, { progress }: TaskContext) => {
    for (let step = 0; step < steps; step++) {
      const end = performance.now() + 300;
      while (performance.now() < end);
      progress(step);
    }
    return "arrived";
  },
  hoard: (kind: "objects" | "buffers"): never => {
    const kept: unknown[] = [];
    for (;;)
      kept.push(kind === "objects" ? [...Array(1000).keys()] : new Float64Array(1e6).fill(1));
  },
  wait: (shared: Int32Array) => Atomics.wait(shared, 0, 0, 20_000),
};

serveTasks(tasks);
