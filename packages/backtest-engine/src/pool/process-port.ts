/** The process's side of a pool: tasks and answers over its channel, and a watch over its memory and its parent. */

import { Worker } from "node:worker_threads";

import type { WorkerMessage } from "./protocol.ts";
import { ReceivedMemory, type PackedInput } from "./sent-memory.ts";
import type { TaskPort } from "./serve-tasks.ts";

/** Memory in megabytes that a process may take beyond its limit, for its code and what it has not collected yet. */
const OWN_MEGABYTES = 64;

/** Copies of the candles that a task may hold at once: those of the message, of the task and of the one before. */
const COPIES = 3;

/** Interval in milliseconds at which the watch looks. */
const LOOK_MILLISECONDS = 100;

/** Opens the port of a process that was started by a pool, which gives the memory limit as the first argument. */
export function openProcessPort(): TaskPort {
  const send = process.send?.bind(process);
  if (send === undefined) throw new Error("This module is started by a pool, as a process of it.");
  const memory = new ReceivedMemory();
  const held = new Float64Array(new SharedArrayBuffer(8));
  startWatch(held);
  // The end of the channel is the end of whoever wants an answer.
  process.on("disconnect", () => process.exit());
  process.on("uncaughtException", (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const last: WorkerMessage = { kind: "crashed", reason };
    send(last, () => process.exit(1));
  });
  return {
    onTask(listener) {
      process.on("message", ({ task, ...packed }: { readonly task: string } & PackedInput) => {
        const input = memory.unpack(packed);
        held[0] = memory.bytes * COPIES;
        listener({ task, input });
      });
      send({ kind: "ready" } satisfies WorkerMessage);
    },
    post: (message) => void send(message),
  };
}

/**
 * Starts a thread that ends the process when it holds too much, buffers beside the heap included, or its parent is
 * gone. The process itself may be in an endless loop.
 */
function startWatch(held: Float64Array): void {
  const megabytes = Number(process.argv[2] ?? Infinity);
  const watch = new Worker(WATCH, {
    eval: true,
    workerData: {
      held,
      parent: process.ppid,
      megabytes,
      bytes: (megabytes + OWN_MEGABYTES) * 1_048_576 + process.memoryUsage.rss(),
      milliseconds: LOOK_MILLISECONDS,
    },
    execArgv: [],
  });
  watch.unref();
}

const WATCH = `
  const { writeSync } = require("node:fs");
  const { held, parent, megabytes, bytes, milliseconds } = require("node:worker_threads").workerData;
  setInterval(() => {
    const isOver = process.memoryUsage.rss() > bytes + held[0];
    if (isOver) writeSync(2, "A strategy's process is out of memory: it held more than " + megabytes + " MB.\\n");
    if (isOver || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  }, milliseconds);`;
