/** Events as a stream of Server-Sent Events (WHATWG HTML, 9.2), at the reader's pace. */

import type { CurationEvent } from "@bourse/curation-core";
import { withDeadline, type Clock } from "@bourse/kernel";

import { wireEvent } from "./wire/event.ts";

export interface EventStreamOptions {
  /** Where the reader stands: told first, so that one who is cut off before any event still knows it. */
  readonly place: number;
  readonly clock: Clock;
  /** A comment is sent after so long a silence. */
  readonly heartbeatMilliseconds: number;
  /** Asked at every heartbeat, and as often between events: false, or a rejection, ends the stream. */
  readonly mayGoOn: () => Promise<boolean>;
}

/**
 * Nothing is gathered for a reader that does not read: the next event is asked for when the last one is taken, and one
 * that is behind reads on from where it stands.
 */
export function eventStream(
  subscribe: (signal: AbortSignal) => AsyncIterable<CurationEvent>,
  { place, clock, heartbeatMilliseconds, mayGoOn }: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const ended = new AbortController();
  const events = subscribe(ended.signal)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<CurationEvent>> | undefined;
  let askedAt = clock.now();
  const isAllowed = async (): Promise<boolean> => {
    askedAt = clock.now();
    return await mayGoOn().catch(() => false);
  };
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      // The subscription begins here, not when the first event is asked for.
      next = events.next();
      // What goes wrong with it is told to the one who pulls.
      next.catch(() => undefined);
      controller.enqueue(encoder.encode(`: here you are\nid: ${place}\n\n`));
    },
    async pull(controller) {
      const waiting = (next ??= events.next());
      const result = await withDeadline(
        { clock, milliseconds: heartbeatMilliseconds, onTimeout: () => "silence" as const },
        () => waiting,
      );
      const isDue = result === "silence" || clock.now() >= askedAt + heartbeatMilliseconds;
      if (isDue && !(await isAllowed())) {
        finish(controller);
        return;
      }
      if (result === "silence") {
        controller.enqueue(encoder.encode(":\n\n"));
        return;
      }
      next = undefined;
      if (result.done === true) finish(controller);
      else controller.enqueue(encoder.encode(textOf(result.value)));
    },
    cancel: () => ended.abort(),
  });

  function finish(controller: ReadableStreamDefaultController): void {
    ended.abort();
    controller.close();
  }
}

function textOf(event: CurationEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(wireEvent(event))}\n\n`;
}
