/** Worker threads in the place of Web Workers. */

import { Worker } from "node:worker_threads";

import type { PageWorker } from "../../src/browser/messages.ts";

/** Threads of a test, with the gates at which their held strategies wait. */
export class Threads {
  readonly gates: Int32Array<SharedArrayBuffer> = new Int32Array(new SharedArrayBuffer(40));
  /** Messages that were sent, by all threads together. */
  readonly sent: unknown[] = [];
  started = 0;
  ended = 0;

  readonly #isWhole: boolean;

  constructor({ isWhole = true } = {}) {
    this.#isWhole = isWhole;
  }

  readonly start = (): PageWorker => {
    this.started += 1;
    const thread = new Worker(new URL("worker.fixture.ts", import.meta.url), {
      workerData: { isWhole: this.#isWhole },
      execArgv: ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"],
    });
    thread.postMessage({ gates: this.gates });
    return {
      postMessage: (message, transfer) => {
        thread.postMessage(message, transfer);
        this.sent.push(message);
      },
      addEventListener: (type, listener) => {
        if (type === "message") thread.on("message", (data: unknown) => listener({ data }));
        if (type === "error") thread.on("error", ({ message }: Error) => listener({ message }));
      },
      terminate: () => {
        this.ended += 1;
        void thread.terminate();
      },
    };
  };

  /** Lets the runs at a gate go on. */
  open(gate: number): void {
    Atomics.store(this.gates, gate, 1);
    Atomics.notify(this.gates, gate);
  }
}
