/** Plain HTTP calls to the service under test. */

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** A service under test, ready. */
export interface ConformanceTarget {
  /** Base URL of the service, without the API's base path. */
  readonly baseUrl: string;
  /** Function that sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Headers of every request, such as an API key. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** undefined when the body is no JSON. */
  readonly json: unknown;
}

export interface Wire {
  readonly send: (path: string, init?: RequestInit) => Promise<Answer>;
  readonly get: (path: string) => Promise<Answer>;
  /** A text goes as it is, anything else as JSON; undefined is no body. */
  readonly post: (
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>;
  readonly patch: (path: string, body: unknown) => Promise<Answer>;
}

export function wireTo({ baseUrl, fetch = globalThis.fetch, headers }: ConformanceTarget): Wire {
  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(baseUrl.replace(/\/+$/, "") + path, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
  const sendJson = (
    method: string,
    path: string,
    body: unknown,
    given: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const type: Record<string, string> =
      body === undefined ? {} : { "content-type": "application/json" };
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return send(path, {
      method,
      headers: { ...type, ...given },
      ...(body === undefined ? {} : { body: text }),
    });
  };
  return {
    send,
    get: (path) => send(path),
    post: (path, body, given) => sendJson("POST", path, body, given),
    patch: (path, body) => sendJson("PATCH", path, body),
  };
}

/** A `fetch` that waits where an answer is 429, as its Retry-After says, up to 30 times of at most 5 seconds. */
export function patientFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (url, init) => {
    for (let tries = 0; ; tries++) {
      const response = await fetch(url, init);
      const seconds = Number(response.headers.get("retry-after"));
      if (response.status !== 429 || tries === 30 || !(seconds > 0 && seconds <= 5))
        return response;
      await response.body?.cancel();
      await sleep(seconds * 1000);
    }
  };
}

/** The value, once `ready` says so; asked again every few milliseconds, for 20 seconds at most. */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  ready: (value: Value) => boolean,
): Promise<Value> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const value = await ask();
    if (ready(value)) return value;
    assert.ok(Date.now() < deadline, `not within 20 s; the last was ${JSON.stringify(value)}`);
    await sleep(5);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
