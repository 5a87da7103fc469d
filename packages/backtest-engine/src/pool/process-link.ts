/**
 * A worker that is a process. Whatever ends it, such as V8 when its heap is full, ends nothing else. Its heap is
 * bounded by V8, and all of its memory by a watch within it: see process-port.ts. Of the environment it has the time
 * zone alone, so that no secret of the server's is within reach.
 */

import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { Readable } from "node:stream";

import { isWorkerMessage, type WorkerMessage } from "./protocol.ts";
import { SentMemory } from "./sent-memory.ts";
import { sourceFlags, type LinkEvents, type LinkOptions, type WorkerLink } from "./worker-link.ts";

/** One of the two outputs, both of which are piped. */
type Pipe = Readable & { ref(): void; unref(): void };

/**
 * Rights of a process: it reads files, as imports do, and has a thread, which watches over its memory. It writes no
 * file and starts no process; its built-in objects are as they were. The warnings are about these flags.
 */
const CONFINED = [
  "--permission",
  "--allow-fs-read=*",
  "--allow-worker",
  "--frozen-intrinsics",
  "--disable-warning=SecurityWarning",
  "--disable-warning=ExperimentalWarning",
];

/** Characters of what a process wrote last that may say why it ended. */
const TAIL = 8000;

/** Starts a process whose module serves tasks over a process port. */
export function startProcess(options: LinkOptions, events: LinkEvents): WorkerLink {
  const { module, memoryLimitMegabytes: limit } = options;
  const child = fork(module, limit === undefined ? [] : [String(limit)], {
    execArgv: [
      ...sourceFlags(module),
      ...(limit === undefined ? [] : [`--max-old-space-size=${limit}`]),
      ...CONFINED,
    ],
    env: { TZ: new Intl.DateTimeFormat().resolvedOptions().timeZone },
    serialization: "advanced",
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  preferAsVictim(child);
  const memory = new SentMemory();
  let tail = "";
  let hasEnded = false;
  const end = (how: string, exitCode?: number): void => {
    if (hasEnded) return;
    hasEnded = true;
    events.onExit({ how, exitCode, isOutOfMemory: /out of memory/iu.test(tail) });
  };
  const fail = (error: Error): void => {
    events.onFault(error);
    child.kill("SIGKILL");
  };
  const pipes = [child.stdout, child.stderr] as Pipe[];
  for (const pipe of pipes) {
    pipe.on("data", (text: Buffer) => {
      tail = (tail + text.toString("latin1")).slice(-TAIL);
      process.stderr.write(text);
    });
  }
  child.on("message", (message: WorkerMessage) => {
    if (isWorkerMessage(message)) events.onMessage(message);
    else fail(new Error("it sent what is no answer"));
  });
  child.on("disconnect", () => child.kill("SIGKILL"));
  child.on("error", (error) => {
    events.onFault(error);
    if (child.pid === undefined) end("before it began");
  });
  // All that it has written has been read by then.
  child.on("close", (code, signal) =>
    end(signal === null ? `with exit code ${code}` : `by ${signal}`, code ?? undefined),
  );
  const hold = (isHeld: boolean): void => {
    for (const one of [child, child.channel, ...pipes]) {
      if (isHeld) one?.ref();
      else one?.unref();
    }
  };
  hold(false);
  return {
    post({ task, input }) {
      try {
        // That the channel is closed is told by the end of the process.
        child.send({ task, ...memory.pack(input) }, () => undefined);
      } catch (error) {
        memory.reset();
        throw error;
      }
    },
    hold,
    bytes: () => Promise.resolve(0),
    async terminate() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const ended = once(child, "exit");
      hold(true); // or nobody would wait for it
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Linux ends this process before its server, when the machine has no memory left. */
function preferAsVictim({ pid }: ChildProcess): void {
  if (process.platform !== "linux" || pid === undefined) return;
  void writeFile(`/proc/${pid}/oom_score_adj`, "1000").catch(() => undefined);
}
