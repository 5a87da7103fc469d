/** A service that answers from a script, and a client of it. */

import {
  createBacktestClient,
  type BacktestClient,
  type BacktestClientOptions,
} from "../src/backtest/index.ts";
import { stillClock, type StillClock } from "./still-clock.ts";

/** One answer of the script: a reply, a network fault, or silence until the call is aborted. */
export type Line = Response | Error | "silence";

interface Sent {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Readonly<Record<string, string>> };
}

export interface Scripted {
  readonly client: BacktestClient;
  /** Options of the client, for another one on the same script. */
  readonly options: BacktestClientOptions;
  readonly clock: StillClock;
  readonly sent: Sent[];
}

/** Jitter is always a half: the first wait takes 125 ms, the second 250. */
export function scripted(
  lines: readonly Line[],
  options: Partial<BacktestClientOptions> = {},
): Scripted {
  const clock = stillClock();
  const sent: Sent[] = [];
  const left = [...lines];
  const all: BacktestClientOptions = {
    baseUrl: "http://service.example/",
    clock,
    random: () => 0.5,
    fetch: (url, init) => {
      sent.push({ url: url as string, init: init as Sent["init"] });
      return answer(left.shift(), init?.signal);
    },
    ...options,
  };
  return { client: createBacktestClient(all), options: all, clock, sent };
}

export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

/** An error of the backtest service. */
export function refusal(
  status: number,
  detail: unknown,
  headers?: Record<string, string>,
): Response {
  return json(status, { detail, status_code: status }, headers);
}

export const JOB_ID = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";

export function job(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: 1,
    uuid: JOB_ID,
    job_type: "backtest",
    status: "pending",
    payload: {},
    result: null,
    error: null,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    started_at: null,
    completed_at: null,
    title: null,
    note: null,
    tags: [],
    pinned: false,
    look_ahead: "not_run",
    ...changes,
  };
}

function answer(line: Line | undefined, signal: AbortSignal | null | undefined): Promise<Response> {
  if (line === undefined) throw new TypeError("the script has ended");
  if (line instanceof Error) return Promise.reject(line);
  if (line !== "silence") return Promise.resolve(line);
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
  });
}
