/** Calls to the node that served this page. The API key of the external routes lives in memory and nowhere else. */

import { watchedFetch } from "@bourse/ui";
import { FOREIGN_ANSWER } from "@bourse/ui/failures";
import { signal } from "@preact/signals";

/** Empty until the reader gives one; gone when the page is closed. */
export const apiKey = signal("");

/** True while the node wants a key or a session for what the page shows, and the page has none. */
export const locked = signal(false);

/** An answer other than the documented successes, in words for the reader. */
export class ApiProblem extends Error {
  readonly status: number;
  /** The part of the request that did not fit, as the node names it. */
  readonly field: string | undefined;

  constructor(status: number, message: string, field?: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

/** The one route that wants no proof, so that its answers prove nothing. */
const OPEN_ROUTE = "/api/health";

interface CallOptions {
  readonly body?: object;
  /** Sends the API key when there is one. */
  readonly keyed?: boolean;
  /** The same for every try of one intent, so that a repeated click pays once. */
  readonly idempotencyKey?: string;
}

/** @throws ApiProblem: the node's own words, or that it cannot be reached (status 0) */
export async function call<Body>(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  options: CallOptions = {},
): Promise<Answer<Body>> {
  const { keyed = false } = options;
  try {
    const answer = await callOnce<Body>(method, path, { ...options, keyed });
    if (!keyed && !path.startsWith(OPEN_ROUTE)) locked.value = false;
    return answer;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401 || keyed) throw error;
    // Nothing was done. Where the node wants a proof, the key is one.
    if (apiKey.value !== "") return callOnce<Body>(method, path, { ...options, keyed: true });
    locked.value = true;
    throw error;
  }
}

async function callOnce<Body>(
  method: string,
  path: string,
  { body, keyed = false, idempotencyKey }: CallOptions,
): Promise<Answer<Body>> {
  // A plain object: browsers send its names as they are written, and this one is compared case by case (seed 002).
  const headers = {
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(keyed && apiKey.value !== "" ? { "X-API-Key": apiKey.value } : {}),
    ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
  };
  const inDoubt = idempotencyKey === undefined ? "" : MAY_BE_DONE;
  const response = await send(path, inDoubt, {
    method,
    headers,
    credentials: "same-origin",
    // A node that takes a question and never answers is lost as well; a payment may take its time.
    ...(method === "GET" ? { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) } : {}),
    ...(body === undefined ? {} : { body: jsonOf(body) }),
  });
  const text = await response.text();
  const parsed = parse(text);
  const { ok, status, headers: told } = response;
  if (!ok) throw problemOf(status, parsed, inDoubt);
  // Every answer of the node is an object, but those without a body.
  if (typeof parsed === "object" ? parsed === null : status !== 204) {
    throw new ApiProblem(status, `${FOREIGN_ANSWER}${inDoubt}`);
  }
  return { status, body: parsed as Body, headers: told };
}

/** Longest time that a reading call may take: the chain's own calls end after 5 s. */
const ANSWER_MILLISECONDS = 15_000;

/** Words about a payment or a share whose answer was lost. */
const MAY_BE_DONE =
  " What you asked for may have been done: look at the lists first. Sent again from here, unchanged, it is done once.";

export async function get<Body>(path: string, options: CallOptions = {}): Promise<Body> {
  const { body } = await call<Body>("GET", path, options);
  return body;
}

/** A new one for every intent. `crypto.randomUUID` is missing where the page came by plain HTTP from another host. */
export function newIdempotencyKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function send(path: string, inDoubt: string, init: RequestInit): Promise<Response> {
  try {
    return await watchedFetch(path, init);
  } catch {
    const advice = inDoubt === "" ? " It may be restarting; try again." : inDoubt;
    throw new ApiProblem(0, `The node does not answer.${advice}`);
  }
}

/** Big integers travel as decimal strings, which the node takes as well. */
function jsonOf(body: object): string {
  return JSON.stringify(body, (_, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function problemOf(status: number, body: unknown, inDoubt: string): ApiProblem {
  const { error, field, retry_after } = (body ?? {}) as {
    error?: string;
    field?: string;
    retry_after?: number;
  };
  const wait = retry_after === undefined ? "" : ` Wait ${Math.ceil(retry_after)} s and try again.`;
  // Without a reason it is a proxy's answer, while the node is away.
  const advice = status < 500 ? "" : inDoubt || " It may be restarting; try again in a moment.";
  const message = error ?? `The node answered with status ${status}.${advice}`;
  return new ApiProblem(status, `${message}${wait}`, field);
}
