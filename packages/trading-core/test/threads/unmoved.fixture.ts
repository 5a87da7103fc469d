/** The worker module of the built-in strategies, with a port that refuses to move a buffer. */

import { parentPort, type Transferable } from "node:worker_threads";

import { serveJobs } from "../../src/threads/pooled-executor.ts";

const port = parentPort!;
const post = port.postMessage.bind(port);
port.postMessage = (message: unknown, moved: readonly Transferable[] = []): void => {
  if (moved.length > 0) throw new Error(`This thread was about to move ${moved.length} buffers.`);
  post(message);
};

serveJobs();
