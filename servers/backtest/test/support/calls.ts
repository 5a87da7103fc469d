/** Plain HTTP calls: what a test sees is what any program in any language sees. */

import { setTimeout as sleep } from "node:timers/promises";

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed when it is JSON, else text. */
  readonly body: unknown;
}

export interface Calls {
  readonly url: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A string body goes as it is, anything else as JSON. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A job that has ended, polled for. */
  ended(uuid: string, headers?: Record<string, string>): Promise<JobBody>;
}

export interface JobBody {
  readonly id: number;
  readonly uuid: string;
  readonly status: string;
  readonly payload: Record<string, unknown>;
  readonly result: Record<string, unknown> | null;
  readonly error: string | null;
  readonly started_at: string | null;
  readonly completed_at: string | null;
}

export function callsTo(url: string): Calls {
  async function call(path: string, init: RequestInit): Promise<Answer> {
    // An idle connection would make every test's drain wait for it.
    const headers = { connection: "close", ...(init.headers as Record<string, string>) };
    const response = await fetch(new URL(path, url), { ...init, headers });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
  }
  function callWithBody(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const content =
      body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
    const type: Record<string, string> =
      body === undefined ? {} : { "content-type": "application/json" };
    return call(path, { method, headers: { ...type, ...headers }, ...content });
  }
  return {
    url,
    get: (path, headers = {}) => call(path, { headers }),
    delete: (path, headers = {}) => call(path, { method: "DELETE", headers }),
    patch: (path, body, headers) => callWithBody("PATCH", path, body, headers),
    post: (path, body, headers) => callWithBody("POST", path, body, headers),
    async ended(uuid, headers = {}) {
      const deadline = Date.now() + 50_000;
      for (;;) {
        const job = (await call(`/api/jobs/${uuid}`, { headers })).body as JobBody;
        if (job.status !== "pending" && job.status !== "running") return job;
        if (Date.now() > deadline) throw new Error(`the job ${uuid} is still ${job.status}`);
        await sleep(10);
      }
    },
  };
}
