/** A stream of Server-Sent Events (WHATWG HTML §9.2) with backpressure. */

import type { CuratorGap } from "@bourse/contract/curation";
import type { CurationEvent } from "@bourse/curation-core";
import { withDeadline, type Clock } from "@bourse/kernel";

import { wireEvent } from "./wire/event.ts";

/** Options of {@link eventStream}. */
export interface EventStreamOptions {
  /** Number of the last event before the stream; sent first, so that a reader without any event can resume too. */
  readonly place: number;
  /** Sent next when events are missing before the stream. */
  readonly gap?: CuratorGap | undefined;
  readonly clock: Clock;
  /** Interval after which a silent stream sends a comment. */
  readonly heartbeatMilliseconds: number;
  /** Called at every heartbeat and as often between events; false or a rejection ends the stream. */
  readonly mayGoOn: () => Promise<boolean>;
}

/**
 * Converts a subscription to a stream. Nothing is buffered for a slow reader: the next event is requested when the last
 * one was read.
 */
export function eventStream(
  subscribe: (signal: AbortSignal) => AsyncIterable<CurationEvent>,
  { place, gap, clock, heartbeatMilliseconds, mayGoOn }: EventStreamOptions,
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
      // The subscription starts now, not with the first read.
      next = events.next();
      // A failure is reported to the reader by `pull`.
      next.catch(() => undefined);
      controller.enqueue(encoder.encode(`: here you are\nid: ${place}\n\n`));
      if (gap === undefined) return;
      const data = JSON.stringify(gap);
      controller.enqueue(encoder.encode(`id: ${place}\nevent: gap\ndata: ${data}\n\n`));
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
