/**
 * Takes the write-ahead log into the file beside the commits, on a thread of its own. SQLite by itself does it within
 * a COMMIT: after large documents that holds the event loop up for tens of milliseconds, every few of them.
 *
 * A log that grows faster than this can follow is taken in by SQLite all the same, and so it is without the thread.
 */

import { once } from "node:events";
import { Worker } from "node:worker_threads";

import type { StoredDocument } from "@bourse/kernel";

/** So much is written between two times: small, so that none of them keeps the disk busy for long. */
const BYTES_BETWEEN = 4 * 2 ** 20;

/** What a key adds to a document. A page is 4 KiB, and in a group many keys share one. */
const BYTES_A_KEY = 1024;

/** It has the settings of a connection of the store; what it may not do now, it does the next time. */
const SCRIPT = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { DatabaseSync } = require("node:sqlite");
  const database = new DatabaseSync(workerData);
  database.exec("PRAGMA synchronous = FULL");
  parentPort.on("message", (message) => {
    if (message === "close") {
      database.close();
      parentPort.close();
      return;
    }
    try {
      database.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } catch {}
    parentPort.postMessage("done");
  });
`;

export class Checkpointer {
  readonly #path: string;
  /** Undefined until there is something to do: most stores are small. */
  #worker: Worker | undefined;
  #written = 0;
  #isUnderWay = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** To be called with every document that is written. */
  wrote({ keys, text, bytes }: StoredDocument): void {
    this.#written += text.length + (bytes?.length ?? 0) + keys.length * BYTES_A_KEY;
  }

  /** To be called after every commit. */
  committed(): void {
    if (this.#written < BYTES_BETWEEN || this.#isUnderWay) return;
    this.#written = 0;
    this.#isUnderWay = true;
    this.#worker ??= this.#start();
    this.#worker.postMessage("checkpoint");
  }

  /** Resolves when its connection is closed: the last one to close clears the log away. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#worker = undefined;
    worker.ref();
    worker.postMessage("close");
    await once(worker, "exit").catch(() => undefined);
  }

  #start(): Worker {
    const worker = new Worker(SCRIPT, {
      eval: true,
      workerData: this.#path,
      // The process has said once that SQLite is new in Node.js 22.
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    worker.unref();
    worker.on("message", () => {
      this.#isUnderWay = false;
    });
    // It stays "under way" then: SQLite does without.
    worker.on("error", () => {
      this.#worker = undefined;
    });
    return worker;
  }
}
