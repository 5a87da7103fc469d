/** What a client may be told, once for all calls and for each. */

import type { Credentials } from "./credentials.ts";
import { ClientError } from "./errors.ts";
import { lowerCased } from "./lower-cased.ts";
import { resolveRetry, type RetryOptions, type RetryPolicy } from "./retry.ts";

/** Time as a client sees it: injected, so that a test can hold it still. */
export interface ClientClock {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it is aborted first. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** One try, as the hooks see it. */
export interface OutgoingRequest {
  /** The operation id. */
  readonly key: string;
  readonly method: string;
  readonly url: string;
  /** Still open to changes in `onRequest`. Lower-case names, but where a scheme's own case counts; holds the credentials. */
  readonly headers: Record<string, string>;
  /** 1 on the first try. */
  readonly attempt: number;
}

export interface ClientOptions {
  /** Where the service is, without the API's base path: `https://backtest.example`. */
  readonly baseUrl: string;
  /** Default the global one. With a `dispatcher`, both must come from the same undici. */
  readonly fetch?: typeof globalThis.fetch;
  /** An undici Agent, Pool or ProxyAgent, handed to `fetch` as it is. Node only. */
  readonly dispatcher?: object;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Proves who is calling, on routes that ask for it. */
  readonly credentials?: Credentials;
  /** For one try, until its whole answer is there. 1–600,000; default 30,000. */
  readonly timeoutMilliseconds?: number;
  /** For a call in all, with its retries and waits. 1–3,600,000; default 120,000. */
  readonly totalTimeoutMilliseconds?: number;
  /** Applies to idempotent calls only; false: never. */
  readonly retry?: RetryOptions | false;
  /**
   * Checks answers against the contract. Unknown fields and unknown names in enumerations pass: a newer service
   * may send them. Default true.
   */
  readonly validateResponses?: boolean;
  /** Before every try. What a hook throws ends the try. */
  readonly onRequest?: (request: OutgoingRequest) => void;
  /** After every answer, also of a failed try. */
  readonly onResponse?: (response: Response, request: OutgoingRequest) => void;
  readonly clock?: ClientClock;
  /** From 0 up to 1, for the jitter of waits. Default Math.random. */
  readonly random?: () => number;
  /** Makes idempotency keys. Default crypto.randomUUID. */
  readonly createId?: () => string;
}

/** What one call may do otherwise. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly timeoutMilliseconds?: number;
  readonly totalTimeoutMilliseconds?: number;
  readonly retry?: RetryOptions | false;
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the call repeatable, where the route takes such a key. Default: a fresh one a call. */
  readonly idempotencyKey?: string;
}

/** For one try, and for a call in all. */
export interface TimeLimits {
  readonly timeoutMilliseconds: number;
  readonly totalTimeoutMilliseconds: number;
}

/** The options with their defaults, checked once. */
export interface Settings extends TimeLimits {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly dispatcher: object | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: Credentials | undefined;
  readonly retry: RetryPolicy;
  readonly validateResponses: boolean;
  readonly onRequest: ClientOptions["onRequest"];
  readonly onResponse: ClientOptions["onResponse"];
  readonly clock: ClientClock;
  readonly random: () => number;
  readonly createId: () => string;
}

/** @throws ClientError OPTION_INVALID */
export function resolveOptions(options: ClientOptions): Settings {
  const settings: Settings = {
    baseUrl: checkBaseUrl(options.baseUrl),
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    dispatcher: options.dispatcher,
    headers: lowerCased(options.headers),
    credentials: options.credentials,
    ...resolveLimits(options, { timeoutMilliseconds: 30_000, totalTimeoutMilliseconds: 120_000 }),
    retry: resolveRetry(options.retry, { limit: 2, baseMilliseconds: 250, maxMilliseconds: 8000 }),
    validateResponses: options.validateResponses ?? true,
    onRequest: options.onRequest,
    onResponse: options.onResponse,
    clock: options.clock ?? SYSTEM_CLOCK,
    random: options.random ?? Math.random,
    createId: options.createId ?? (() => globalThis.crypto.randomUUID()),
  };
  const unknown = Object.keys(options).find((key) => !(key in settings));
  if (unknown === undefined) return settings;
  const known = Object.keys(settings).join(", ");
  throw new ClientError("OPTION_INVALID", `unknown option "${unknown}"; expected one of ${known}`);
}

/** The time limits that a call or a client was given, else the others. @throws ClientError OPTION_INVALID */
export function resolveLimits(given: Partial<TimeLimits>, otherwise: TimeLimits): TimeLimits {
  const { timeoutMilliseconds, totalTimeoutMilliseconds } = { ...otherwise, ...given };
  return {
    timeoutMilliseconds: within("timeoutMilliseconds", timeoutMilliseconds, 6e5),
    totalTimeoutMilliseconds: within("totalTimeoutMilliseconds", totalTimeoutMilliseconds, 3.6e6),
  };
}

/** A number of 1 up to `most`. @throws ClientError OPTION_INVALID */
export function within(name: string, value: number, most: number): number {
  if (value >= 1 && value <= most) return value;
  throw new ClientError("OPTION_INVALID", `${name} must be 1–${most}, found ${value}`);
}

function checkBaseUrl(text: string): string {
  if (/^https?:\/\/[^?#]+$/.test(text)) return text.replace(/\/+$/, "");
  throw new ClientError(
    "OPTION_INVALID",
    `baseUrl must be an http(s) URL without query, found "${text}"`,
  );
}

export const SYSTEM_CLOCK: ClientClock = {
  now: Date.now,
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", stop);
        resolve();
      }, milliseconds);
      if (signal?.aborted === true) stop();
      else signal?.addEventListener("abort", stop, { once: true });
    }),
};
