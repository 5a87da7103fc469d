/** The live feed of events (WHATWG HTML, 9.2) as any program reads it. */

import assert from "node:assert/strict";

import type { ConformanceTarget } from "../http/wire.ts";

interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
}

export interface Feed {
  /** The next event about one of these drafts. */
  readonly next: (draftIds: readonly string[]) => Promise<FeedEvent>;
  readonly end: () => Promise<void>;
}

/** Resolves once the feed has begun. */
export async function openFeed(
  { baseUrl, fetch = globalThis.fetch, headers }: ConformanceTarget,
  path: string,
  token: string,
  after?: string,
): Promise<Feed> {
  const response = await fetch(baseUrl.replace(/\/+$/, "") + path, {
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      ...(after === undefined ? {} : { "last-event-id": after }),
    },
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
  assert.ok(response.body, "the feed has no body");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const block = async (): Promise<string> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const found = text.slice(0, end);
        text = text.slice(end + 2);
        return found;
      }
      const { done, value } = await reader.read();
      assert.ok(!done, "the feed has ended");
      text += value;
    }
  };
  return {
    next: async (draftIds) => {
      for (;;) {
        const event = eventOf(await block());
        if (draftIds.some((id) => JSON.stringify(event.data).includes(id))) return event;
      }
    },
    end: () => reader.cancel(),
  };
}

function eventOf(block: string): FeedEvent {
  const fields = new Map(
    block.split("\n").map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]),
  );
  const data = fields.get("data");
  return {
    id: fields.get("id") ?? "",
    type: fields.get("event") ?? "message",
    data: data === undefined ? null : (JSON.parse(data) as unknown),
  };
}
