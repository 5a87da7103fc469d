import type { CuratorEvent } from "@bourse/contract/curation";
import { describe, expect, expectTypeOf, test } from "vitest";

import { createCuratorEvents, type CuratorEvents } from "../../src/curation/events.ts";
import { createCurationClient, memoryTokens } from "../../src/curation/index.ts";
import { curationAnswers } from "../../src/curation/validation.ts";
import type { ClientOptions } from "../../src/index.ts";
import { json } from "../script.ts";
import { stillClock, type StillClock } from "../still-clock.ts";

function event(id: number): CuratorEvent {
  return {
    id,
    type: "draft.submitted",
    created_at: "2026-01-01T00:00:00.000Z",
    data: {
      draft_id: `d${id}`,
      status: "pending",
      question_text: "Will it – ümlauts included – arrive?",
      actor_name: "ada",
      market_id: null,
      market_state: null,
      reason: null,
      outcome_id: null,
      evidence_url: null,
    },
  };
}

function block(id: number): string {
  const one = event(id);
  return `id: ${id}\nevent: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`;
}

/** One connection: what arrives, piece by piece, and how it ends. */
interface Connection {
  readonly pieces: readonly (string | Uint8Array)[];
  readonly end: "orderly" | "broken" | "silent";
}

interface Service {
  readonly events: CuratorEvents;
  /** The same feed with other options. */
  readonly with: (options: Partial<ClientOptions>) => CuratorEvents;
  readonly clock: StillClock;
  /** `Last-Event-ID` of each connection. */
  readonly places: (string | null)[];
  readonly authorizations: (string | null)[];
  readonly cancelled: () => number;
}

/** A service that answers each connection in turn; after the last one it is silent. */
function serviceOf(...answers: readonly (Connection | Response)[]): Service {
  const clock = stillClock();
  const places: (string | null)[] = [];
  const authorizations: (string | null)[] = [];
  let cancelled = 0;
  const left = [...answers];
  const common: ClientOptions = {
    baseUrl: "http://curation.example",
    clock,
    random: () => 0.5,
    fetch: async (input, init) => {
      const { pathname } = new URL(input as string);
      if (pathname.endsWith("/auth/refresh")) {
        return json(200, { access_token: "new", token_type: "bearer", expires_in: 900 });
      }
      const headers = new Headers(init?.headers);
      places.push(headers.get("last-event-id"));
      authorizations.push(headers.get("authorization"));
      const answer = left.shift() ?? { pieces: [], end: "silent" };
      if (answer instanceof Response) return answer;
      const pieces = answer.pieces.map((piece) =>
        typeof piece === "string" ? new TextEncoder().encode(piece) : piece,
      );
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          const piece = pieces.shift();
          if (piece !== undefined) controller.enqueue(piece);
          else if (answer.end === "orderly") controller.close();
          else if (answer.end === "broken") controller.error(new TypeError("terminated"));
          else return new Promise(() => undefined);
          return undefined;
        },
        cancel: () => void (cancelled += 1),
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    },
  };
  const tokens = memoryTokens({ token: "old", refreshToken: "r", renewAt: Infinity });
  const { credentials } = createCurationClient({ ...common, tokens });
  return {
    events: createCuratorEvents({ ...common, credentials }),
    with: (options) => createCuratorEvents({ ...common, credentials, ...options }),
    clock,
    places,
    authorizations,
    cancelled: () => cancelled,
  };
}

/** The ids of the first `count` events; waits between connections pass at once. */
async function take(
  { events, clock }: Service,
  count: number,
  lastEventId?: number,
): Promise<number[]> {
  const ids: number[] = [];
  const onReconnect = (_: Error, wait: number): void => {
    // The sleep begins once this has returned.
    queueMicrotask(() => queueMicrotask(() => clock.advance(wait)));
  };
  const options = { onReconnect, ...(lastEventId === undefined ? {} : { lastEventId }) };
  for await (const one of events(options)) {
    expectTypeOf(one).toEqualTypeOf<CuratorEvent>();
    expect(one).toEqual(event(one.id));
    ids.push(one.id);
    if (ids.length === count) break;
  }
  return ids;
}

describe("the live feed", () => {
  test("yields events whole, however the bytes are cut, comments and unknown types left out", async () => {
    const text = `: hello\nid: 3\n\n${block(4)}:\n\nid: 5\nevent: market.moved\ndata: {}\n\n${block(6)}`;
    for (const whole of [text, text.replaceAll("\n", "\r\n"), text.replaceAll("\n", "\r")]) {
      const bytes = new TextEncoder().encode(whole);
      for (const size of [1, 2, 3, 7, 1000]) {
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.slice(at * size, (at + 1) * size),
        );
        // A lone CR at the very end may be half of CR LF: something has to follow it.
        const service = serviceOf({ pieces: [...pieces, ":\n"], end: "silent" });
        expect(await take(service, 2)).toEqual([4, 6]);
        expect(service.cancelled(), "who leaves the loop ends the connection").toBe(1);
      }
    }
  });

  test("goes on after the last event, however the connection ends", async () => {
    const service = serviceOf(
      { pieces: [block(1), block(2)], end: "broken" },
      { pieces: [block(3)], end: "orderly" },
      json(503, { detail: "draining" }),
      { pieces: [block(4), block(5).slice(0, -3)], end: "orderly" },
      { pieces: [block(5)], end: "silent" },
    );
    expect(await take(service, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(service.places).toEqual([null, "2", "3", "3", "4"]);
  });

  test("knows its place before the first event, by what the service says at once", async () => {
    const service = serviceOf(
      { pieces: [": here\nid: 41\n\n"], end: "broken" },
      { pieces: [block(42)], end: "silent" },
    );
    expect(await take(service, 1)).toEqual([42]);
    expect(service.places).toEqual([null, "41"]);
  });

  test("reports a gap before the events that follow it", async () => {
    const gap = 'id: 7\nevent: gap\ndata: {"type":"gap","last_event_id":9,"resumed_after":7}\n\n';
    const service = serviceOf({ pieces: [gap, block(8)], end: "silent" });
    const seen: unknown[] = [];
    const feed = service.events({ lastEventId: 9, onGap: () => void seen.push("gap") });
    seen.push((await feed.next()).value?.id);
    expect(seen).toEqual(["gap", 8]);
    await feed.return();
  });

  test("begins where it is told to", async () => {
    const service = serviceOf({ pieces: [block(8)], end: "silent" });
    expect(await take(service, 1, 7)).toEqual([8]);
    expect(service.places).toEqual(["7"]);
  });

  test("gives up a connection that is silent for 45 s", async () => {
    const service = serviceOf(
      { pieces: [block(1)], end: "silent" },
      { pieces: [block(2)], end: "silent" },
    );
    const reasons: string[] = [];
    const onReconnect = (error: Error): void => void reasons.push(error.message);
    const feed = service.events({ onReconnect });
    expect((await feed.next()).value?.id).toBe(1);
    const next = feed.next();
    while (!service.clock.waits().includes(45_000)) await new Promise(setImmediate);
    service.clock.advance(45_000);
    while (reasons.length === 0) await new Promise(setImmediate);
    service.clock.advance(10_000);
    expect((await next).value?.id).toBe(2);
    expect(reasons).toEqual(["the service sent nothing for 45000 ms"]);
    await feed.return();
  });

  test("waits longer with every failure, and as long as the service asks", async () => {
    const busy = json(429, { detail: "slow down" });
    busy.headers.set("retry-after", "7");
    const fails = [1, 2, 3].map(() => json(502, { detail: "bad gateway" }));
    const service = serviceOf(...fails, busy, { pieces: [block(1)], end: "silent" });
    const waits: number[] = [];
    const { events, clock } = service;
    const onReconnect = (_: Error, wait: number): void => {
      waits.push(wait);
      queueMicrotask(() => queueMicrotask(() => clock.advance(wait)));
    };
    for await (const { id } of events({ onReconnect })) if (id === 1) break;
    expect(waits).toEqual([125, 250, 500, 7000]);
  });

  test("refreshes a refused token once, and sends the new one", async () => {
    const service = serviceOf(
      json(401, { detail: "The token has expired." }, { "x-error-code": "TOKEN_EXPIRED" }),
      { pieces: [block(1)], end: "silent" },
    );
    expect(await take(service, 1)).toEqual([1]);
    expect(service.authorizations).toEqual(["Bearer old", "Bearer new"]);
  });

  test("throws what no other try would mend", async () => {
    const forbidden = serviceOf(json(403, { detail: "no" }, { "x-error-code": "FORBIDDEN" }));
    await expect(take(forbidden, 1)).rejects.toMatchObject({ code: "FORBIDDEN", status: 403 });
    const page = new Response("<html>", { headers: { "content-type": "text/html" } });
    await expect(take(serviceOf(page), 1)).rejects.toMatchObject({ code: "RESPONSE_INVALID" });
    for (const data of ["null", "<html>"]) {
      const broken = serviceOf({
        pieces: [`event: draft.claimed\ndata: ${data}\n\n`],
        end: "silent",
      });
      await expect(take(broken, 1)).rejects.toMatchObject({ code: "RESPONSE_INVALID" });
    }
  });

  test("checks events against the contract where it is told to", async () => {
    const wrong = 'id: 1\nevent: draft.claimed\ndata: {"id":"1"}\n\n';
    const service = serviceOf({ pieces: [block(1), wrong], end: "silent" });
    const seen: number[] = [];
    const read = async (): Promise<void> => {
      for await (const { id } of service.with({ validateAnswers: curationAnswers })())
        seen.push(id);
    };
    await expect(read()).rejects.toMatchObject({ code: "RESPONSE_INVALID" });
    expect(seen).toEqual([1]);
  });

  test("ends by its signal, with the signal's reason, while it listens and while it waits", async () => {
    for (const answers of [[], [json(503, { detail: "draining" })]]) {
      const service = serviceOf(...answers);
      const ending = new AbortController();
      const next = service.events({ signal: ending.signal }).next();
      while (service.clock.waits().length === 0) await new Promise(setImmediate);
      ending.abort(new Error("enough"));
      await expect(next).rejects.toThrow("enough");
    }
  });
});
