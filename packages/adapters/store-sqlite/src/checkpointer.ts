/**
 * Runs WAL checkpoints on a worker thread so that commits never block on them. SQLite itself checkpoints within a
 * COMMIT, which blocks the event loop for tens of milliseconds after large documents.
 *
 * While commits go on the thread never reaches the end of the log, and SQLite starts the log over only when all of it
 * is in the database. So the writer brings the little that was added meanwhile there itself: a log that is written over
 * costs a commit half the time of one that grows.
 *
 * Some seconds after a document was deleted the thread empties the log, which would otherwise keep the deleted text
 * until it is written over.
 *
 * When the log grows faster than the thread can follow, or the thread has failed, SQLite checkpoints within a commit.
 */

import { once } from "node:events";
import { Worker } from "node:worker_threads";

import type { StoredDocument } from "@bourse/kernel";

/** Bytes written between checkpoints; small, so that no checkpoint keeps the disk busy for long. */
const BYTES_BETWEEN = 4 * 2 ** 20;

/** Estimated bytes that an index key adds to the log. A page is 4 KiB, and many keys of a group share one. */
const BYTES_A_KEY = 1024;

/** Estimated bytes that a commit adds to the log besides: pages of the tables and indexes that it touches. */
const BYTES_A_COMMIT = 8 * 1024;

/** Bytes written during a checkpoint that the writer may bring to the database itself, in about a millisecond. */
const SHORT_REST = 2 ** 20;

/** Time from a deletion to the emptying of the log: one for all that are deleted meanwhile. */
const EMPTY_MILLISECONDS = 10_000;

/** Worker script. It uses the settings of a store connection; a checkpoint that fails is repeated the next time. */
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
      // Emptying holds up writers: most of the log is in the database by then.
      database.exec("PRAGMA wal_checkpoint(PASSIVE)");
      if (message === "empty") {
        const { busy } = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
        parentPort.postMessage(busy === 0 ? "empty" : "full");
        return;
      }
    } catch {}
    parentPort.postMessage(message === "empty" ? "full" : "done");
  });
`;

/** Runs checkpoints of one database in the background. */
export class Checkpointer {
  readonly #path: string;
  readonly #emptyMilliseconds: number;
  /** Started at the first checkpoint: most stores never need one. */
  #worker: Worker | undefined;
  #written = 0;
  #isUnderWay = false;
  /** Set while the log is to be emptied. */
  #emptying: NodeJS.Timeout | undefined;
  /** True when the thread has ended a checkpoint and the rest of the log is to follow. */
  #hasRest = false;

  constructor(path: string, emptyMilliseconds: number = EMPTY_MILLISECONDS) {
    this.#path = path;
    this.#emptyMilliseconds = emptyMilliseconds;
  }

  /** Counts a written document; call it with every one. */
  wrote({ keys, text, bytes }: StoredDocument): void {
    this.#written += text.length + (bytes?.length ?? 0) + keys.length * BYTES_A_KEY;
  }

  /** Notes that a document was deleted; the log is emptied soon. */
  deleted(): void {
    if (this.#emptying !== undefined) return;
    this.#emptying = setTimeout(() => {
      this.#worker ??= this.#start();
      this.#worker.postMessage("empty");
    }, this.#emptyMilliseconds);
    this.#emptying.unref();
  }

  /**
   * Starts a checkpoint when enough was written; call it after every commit. `checkpoint` runs one on the writer's
   * connection.
   */
  committed(checkpoint: () => void): void {
    this.#written += BYTES_A_COMMIT;
    if (this.#hasRest) {
      this.#hasRest = false;
      if (this.#written < SHORT_REST) attempt(checkpoint);
    }
    if (this.#written < BYTES_BETWEEN || this.#isUnderWay) return;
    this.#written = 0;
    this.#isUnderWay = true;
    this.#worker ??= this.#start();
    this.#worker.postMessage("checkpoint");
  }

  /** Resolves when its connection is closed: the last one to close clears the log away. */
  async close(): Promise<void> {
    clearTimeout(this.#emptying);
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
    worker.on("message", (message: "done" | "empty" | "full") => {
      if (message === "done") {
        this.#isUnderWay = false;
        this.#hasRest = true;
        return;
      }
      this.#emptying = undefined;
      // A reader or writer was at work: once more.
      if (message === "full" && this.#worker === worker) this.deleted();
    });
    // It stays "under way" then: SQLite does without.
    worker.on("error", () => {
      this.#worker = undefined;
    });
    return worker;
  }
}

/** The commit before it has succeeded, whatever becomes of the checkpoint: the next one repeats it. */
function attempt(checkpoint: () => void): void {
  try {
    checkpoint();
  } catch {
    // As in the thread.
  }
}
