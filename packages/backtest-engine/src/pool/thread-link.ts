import { Worker } from "node:worker_threads";

import type { WorkerMessage } from "./protocol.ts";
import { sourceFlags, type LinkEvents, type LinkOptions, type WorkerLink } from "./worker-link.ts";

/** Starts a worker thread. */
export function startThread(options: LinkOptions, events: LinkEvents): WorkerLink {
  const { module, memoryLimitMegabytes, printsToErrors } = options;
  const flags = sourceFlags(module);
  const worker = new Worker(module, {
    name: "bourse-pool",
    ...(flags.length > 0 && { execArgv: [...flags] }),
    ...(memoryLimitMegabytes !== undefined && {
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMegabytes },
    }),
    stdout: printsToErrors,
  });
  let isOutOfMemory = false;
  if (printsToErrors) worker.stdout.on("data", (text: Buffer) => process.stderr.write(text));
  worker.on("message", (message: WorkerMessage) => events.onMessage(message));
  worker.on("messageerror", (error) => {
    events.onFault(error);
    void worker.terminate();
  });
  worker.on("error", (error) => {
    isOutOfMemory = (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
    events.onFault(error as Error);
  });
  worker.on("exit", (exitCode) =>
    events.onExit({ how: `with exit code ${exitCode}`, exitCode, isOutOfMemory }),
  );
  worker.unref();
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    bytes: () =>
      worker.getHeapStatistics().then(
        (heap) => heap.used_heap_size + heap.external_memory,
        () => 0, // the thread has ended
      ),
    terminate: () => worker.terminate(),
  };
}
