/** A stream of Server-Sent Events in blocks (WHATWG HTML §9.2.6), with a time limit on its silence. */

import type { ClientClock } from "./options.ts";
import { withTimeout } from "./timeout.ts";

/** The fields of a block; a comment or a heartbeat has none. */
export interface EventBlock {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

/**
 * Yields the blocks as they arrive, until the stream ends.
 *
 * @throws ClientError TIMEOUT after `silenceMilliseconds` without a byte; the reason of the signal
 */
export async function* eventBlocks(
  body: ReadableStream<Uint8Array>,
  clock: ClientClock,
  silenceMilliseconds: number,
  signal: AbortSignal,
): AsyncGenerator<EventBlock, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  // Ends with the signal: a cancelled reader answers the read that waits.
  const read = async (limit: AbortSignal): ReturnType<typeof reader.read> => {
    const cancel = (): void => void reader.cancel().catch(() => {});
    limit.addEventListener("abort", cancel);
    try {
      const next = await reader.read();
      limit.throwIfAborted();
      return next;
    } finally {
      limit.removeEventListener("abort", cancel);
    }
  };
  try {
    for (;;) {
      signal.throwIfAborted();
      const late = `the service sent nothing for ${silenceMilliseconds} ms`;
      const { done, value } = await withTimeout(clock, silenceMilliseconds, signal, read, late);
      // What was not ended by an empty line is no event.
      if (done) return;
      text += decoder.decode(value, { stream: true });
      // A last CR may be half of a line's end.
      const whole = text.endsWith("\r") ? text.slice(0, -1) : text;
      const blocks = whole.replaceAll(/\r\n?/g, "\n").split("\n\n");
      text = (blocks.pop() ?? "") + text.slice(whole.length);
      yield* blocks.map(blockOf);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function blockOf(text: string): EventBlock {
  const fields: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    fields[name] = name === "data" && "data" in fields ? `${fields["data"]}\n${value}` : value;
  }
  const { id, event, data } = fields;
  return {
    ...(id !== undefined && { id }),
    ...(event !== undefined && { event }),
    ...(data !== undefined && { data }),
  };
}
