import type { Job } from "@bourse/contract/backtest";
import { describe, expect, test } from "vitest";

import { createFollowJob, type JobProgressEvent } from "../src/backtest/progress.ts";
import { backtestAnswers } from "../src/backtest/validation.ts";
import type { ClientOptions } from "../src/index.ts";
import { json } from "./script.ts";
import { stillClock } from "./still-clock.ts";

const UUID = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
const TIME = "2026-01-01T00:00:00.000Z";
const JOB: Job = {
  id: 1,
  uuid: UUID,
  job_type: "backtest",
  status: "cancelled",
  payload: {},
  result: null,
  error: null,
  created_at: TIME,
  updated_at: TIME,
  started_at: null,
  completed_at: TIME,
  title: null,
  note: null,
  tags: [],
  pinned: false,
  look_ahead: "not_run",
};

const block = (event: string, data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const progress = (part: number): string =>
  block("progress", { job_id: UUID, progress: part, candles_per_second: 1000 });

/** One connection: what arrives, and how it ends. */
interface Connection {
  readonly pieces: readonly string[];
  readonly end: "orderly" | "broken" | "silent";
}

/** A service that answers each connection in turn. */
function serviceOf(...answers: readonly (Connection | Response)[]) {
  const clock = stillClock();
  const left = [...answers];
  const asked: { readonly path: string; readonly headers: Headers }[] = [];
  const reconnects: string[] = [];
  const options: ClientOptions = {
    baseUrl: "http://backtest.example",
    clock,
    random: () => 0.5,
    validateAnswers: backtestAnswers,
    fetch: async (input, init) => {
      asked.push({ path: new URL(input as string).pathname, headers: new Headers(init?.headers) });
      const answer = left.shift();
      if (answer === undefined) throw new TypeError("fetch failed");
      if (answer instanceof Response) return answer;
      const pieces = [...answer.pieces];
      const body = new ReadableStream<Uint8Array>({
        pull: async (controller) => {
          const piece = pieces.shift();
          if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
          else if (answer.end === "orderly") controller.close();
          else if (answer.end === "broken") controller.error(new TypeError("terminated"));
          else await new Promise(() => {});
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    },
  };
  const follow = createFollowJob({ ...options, apiKey: "a-key-of-sixteen-or-more" });
  const onReconnect = (error: Error): void => {
    reconnects.push(error.message);
    setTimeout(() => clock.advance(60_000));
  };
  return {
    asked,
    clock,
    reconnects,
    events: (signal?: AbortSignal) => follow(UUID, { onReconnect, ...(signal && { signal }) }),
  };
}

async function all(events: AsyncIterable<JobProgressEvent>): Promise<string[]> {
  const told: string[] = [];
  for await (const { type, data } of events) {
    told.push(type === "job" ? data.status : String(data.progress));
  }
  return told;
}

describe("a job that is followed", () => {
  test("tells its progress and ends with the finished job", async () => {
    const { asked, events } = serviceOf({
      pieces: [progress(0.25), ":\n\n", progress(0.5), block("job", JOB)],
      end: "silent",
    });
    expect(await all(events())).toEqual(["0.25", "0.5", "cancelled"]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.path).toBe(`/api/jobs/${UUID}/progress`);
    expect(asked[0]?.headers.get("x-api-key")).toBe("a-key-of-sixteen-or-more");
    expect(asked[0]?.headers.get("accept")).toBe("text/event-stream");
  });

  test("is followed on after a cut, an orderly end, a busy service and a failed connection", async () => {
    const { asked, events, reconnects } = serviceOf(
      { pieces: [progress(0.25), "event: progress\ndata: {"], end: "broken" },
      { pieces: [progress(0.5)], end: "orderly" },
      json(503, { detail: "the server is going down", status_code: 503 }),
      { pieces: [progress(0.75)], end: "broken" },
      { pieces: [block("job", JOB)], end: "orderly" },
    );
    expect(await all(events())).toEqual(["0.25", "0.5", "0.75", "cancelled"]);
    expect(asked).toHaveLength(5);
    expect(reconnects).toHaveLength(4);
  });

  test("is asked for again after 45 s of silence", async () => {
    const { asked, clock, events } = serviceOf(
      { pieces: [progress(0.25)], end: "silent" },
      { pieces: [block("job", JOB)], end: "silent" },
    );
    const told = all(events());
    await expect.poll(() => clock.waits()).toContain(45_000);
    clock.advance(45_000);
    expect(await told).toEqual(["0.25", "cancelled"]);
    expect(asked).toHaveLength(2);
  });

  test("that does not exist is a Problem, without another try", async () => {
    const { asked, events } = serviceOf(
      json(404, { detail: "no job", status_code: 404 }, { "x-error-code": "JOB_NOT_FOUND" }),
    );
    await expect(all(events())).rejects.toMatchObject({ code: "JOB_NOT_FOUND", status: 404 });
    expect(asked).toHaveLength(1);
  });

  test("is RESPONSE_INVALID where it differs from the contract, if answers are checked", async () => {
    for (const wrong of [block("job", { ...JOB, id: "one" }), progress(-1), block("job", "text")]) {
      const { events } = serviceOf({ pieces: [wrong], end: "silent" });
      await expect(all(events())).rejects.toMatchObject({ code: "RESPONSE_INVALID" });
    }
  });

  test("is left when the signal says so", async () => {
    const { events } = serviceOf({ pieces: [progress(0.25)], end: "silent" });
    const controller = new AbortController();
    const loop = events(controller.signal);
    expect((await loop.next()).value).toMatchObject({ type: "progress" });
    controller.abort(new Error("enough"));
    await expect(loop.next()).rejects.toThrow("enough");
  });
});
