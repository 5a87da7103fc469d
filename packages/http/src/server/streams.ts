/** Replies that are streams: pumped at the reader's pace, and ended early when the server drains. */

import { once } from "node:events";
import type { ServerResponse } from "node:http";

export interface Streams {
  /**
   * Writes `body` to `response`, whose head is sent, and ends it. Resolves when the last piece is handed over or the
   * caller has gone; never rejects: a source that fails midway cuts the connection, so that nobody takes half an
   * answer for a whole one. With `endless` a drain ends it in good order; any other stream runs to its end.
   */
  pump(
    body: ReadableStream<Uint8Array>,
    response: ServerResponse,
    options: { readonly endless: boolean },
  ): Promise<void>;
  /** Ends every endless stream after what it has written so far. */
  endEndless(): void;
}

/** The streams of one server. */
export function createStreams(): Streams {
  const endless = new Set<ReadableStreamDefaultReader<Uint8Array>>();
  return {
    async pump(body, response, options) {
      const reader = body.getReader();
      const cancel = (): void => void reader.cancel().catch(() => {});
      response.once("close", cancel);
      if (options.endless) endless.add(reader);
      try {
        await copy(reader, response);
        response.end();
      } catch {
        response.destroy();
      } finally {
        endless.delete(reader);
        response.off("close", cancel);
      }
    },
    endEndless() {
      // A cancelled reader answers "done" to the read that is waiting, so the copy ends as if the source had.
      for (const reader of endless) void reader.cancel().catch(() => {});
    },
  };
}

async function copy(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  response: ServerResponse,
): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done || response.destroyed) return;
    if (!response.write(value)) await writable(response);
  }
}

/** Resolves when `response` takes more, or never will. */
async function writable(response: ServerResponse): Promise<void> {
  const settled = new AbortController();
  try {
    await Promise.race([
      once(response, "drain", { signal: settled.signal }),
      once(response, "close", { signal: settled.signal }),
    ]);
  } finally {
    settled.abort();
  }
}
