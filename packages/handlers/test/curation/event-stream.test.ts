import type { CurationEvent } from "@bourse/curation-core";
import { createManualClock } from "@bourse/kernel";
import { expect, test, vi } from "vitest";

import { eventStream } from "../../src/curation/event-stream.ts";

const event = (id: number): CurationEvent => ({
  id,
  type: "draft.submitted",
  createdAt: Date.UTC(2026, 0, 1),
  data: {
    draftId: "d",
    status: "pending",
    questionText: null,
    actorName: "ada",
    marketId: null,
    marketState: null,
    reason: null,
    outcomeId: null,
    evidenceUrl: null,
  },
});

async function* endless(
  signal: AbortSignal,
  asked: { count: number },
): AsyncGenerator<CurationEvent> {
  for (let id = 1; !signal.aborted; id += 1) {
    asked.count = id;
    yield event(id);
  }
}

async function* silent(signal: AbortSignal): AsyncGenerator<CurationEvent> {
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  yield* [];
}

const decoder = new TextDecoder();
const reading = (stream: ReadableStream<Uint8Array>) => {
  const reader = stream.getReader();
  return {
    text: async () => decoder.decode((await reader.read()).value),
    cancel: () => reader.cancel(),
  };
};

test("nothing is gathered for a reader that does not read", async () => {
  const asked = { count: 0 };
  const clock = createManualClock({ now: 0 });
  const stream = eventStream((signal) => endless(signal, asked), {
    place: 0,
    clock,
    heartbeatMilliseconds: 15_000,
    mayGoOn: async () => true,
  });
  const { text, cancel } = reading(stream);
  expect(await text()).toBe(": here you are\nid: 0\n\n");
  const data =
    '{"id":1,"type":"draft.submitted","created_at":"2026-01-01T00:00:00.000Z","data":{"draft_id":"d","status":"pending","question_text":null,"actor_name":"ada","market_id":null,"market_state":null,"reason":null,"outcome_id":null,"evidence_url":null}}';
  expect(await text()).toBe(`id: 1\nevent: draft.submitted\ndata: ${data}\n\n`);
  await clock.advance(60_000);
  expect(asked.count).toBeLessThanOrEqual(3);
  await cancel();
});

test("a silence is broken by a comment, and ended for one who may no longer listen", async () => {
  const clock = createManualClock({ now: 0 });
  let allowed = true;
  const ended = vi.fn<() => void>();
  const stream = eventStream(
    (signal) => {
      signal.addEventListener("abort", ended);
      return silent(signal);
    },
    { place: 0, clock, heartbeatMilliseconds: 15_000, mayGoOn: async () => allowed },
  );
  const { text } = reading(stream);
  expect(await text()).toBe(": here you are\nid: 0\n\n");
  const beat = text();
  await clock.advance(15_000);
  expect(await beat).toBe(":\n\n");
  allowed = false;
  const last = text();
  await clock.advance(15_000);
  expect(await last).toBe("");
  expect(ended).toHaveBeenCalledOnce();
});

test("a feed that is never silent is ended too, for one who may no longer listen", async () => {
  const clock = createManualClock({ now: 0 });
  let allowed = true;
  const stream = eventStream((signal) => endless(signal, { count: 0 }), {
    place: 7,
    clock,
    heartbeatMilliseconds: 15_000,
    mayGoOn: async () => allowed,
  });
  const { text } = reading(stream);
  expect(await text()).toBe(": here you are\nid: 7\n\n");
  allowed = false;
  expect(await text()).toContain("id: 1\n");
  await clock.advance(15_000);
  // At most what was under way before the time came.
  const rest: string[] = [];
  for (let one = await text(); one !== ""; one = await text()) rest.push(one);
  expect(rest.length).toBeLessThanOrEqual(2);
});
