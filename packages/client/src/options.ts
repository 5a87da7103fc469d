/** The options of a client for all calls, and those of one call. */

import type { AnswerCheck } from "./answers.ts";
import { keyCredentials, type Credentials } from "./credentials.ts";
import type { DebugEvent } from "./debug.ts";
import { ClientError, type ClientErrorCode } from "./errors.ts";
import { checked, textsOf } from "./kinds.ts";
import { resolveRetry, type RetryOptions, type RetryPolicy } from "./retry.ts";

/** The clock of a client; tests inject one that they control. */
export interface ClientClock {
  /** Returns the time in milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it is aborted first. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** A try of a call, as the hooks receive it. */
export interface OutgoingRequest {
  /** Operation id of the route. */
  readonly key: string;
  /** HTTP method. */
  readonly method: string;
  /** Full URL with its query. */
  readonly url: string;
  /**
   * Headers with the credentials, which `onRequest` may change; names in lower case, except where the case of a
   * security scheme's header counts.
   */
  readonly headers: Record<string, string>;
  /** Number of the try, from 1. */
  readonly attempt: number;
}

/** The options of a client. Unknown ones are refused. */
export interface ClientOptions {
  /** URL of the service without the base path of its API, such as `https://backtest.example`; no query. */
  readonly baseUrl: string;
  /** The fetch function to use; with a `dispatcher`, both must come from the same undici. Default: the global one. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * An undici Agent, Pool or ProxyAgent, which is passed to `fetch` unchanged; Node only. What has no method `dispatch`
   * is refused. Default none.
   */
  readonly dispatcher?: object;
  /**
   * Headers to send with every call. Default: outside of web pages, a `user-agent` with the client's version and the
   * service: `bourse-client/<version> (<service>)`.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Credentials to send on routes that require any. Default none. */
  readonly credentials?: Credentials;
  /** Time limit of one try in milliseconds, its whole answer included, 1–600,000. Default 30,000. */
  readonly timeoutMilliseconds?: number;
  /** Time limit of a call in milliseconds, its retries and waits included, 1–3,600,000. Default 120,000. */
  readonly totalTimeoutMilliseconds?: number;
  /**
   * Retries of calls that may be sent twice; false turns them off. Calls that trade or pay are not among them, see
   * {@link CallOptions}. Default: 2 retries, see {@link RetryOptions}.
   */
  readonly retry?: RetryOptions | false;
  /**
   * Check of answers against the contract, such as `authAnswers` of `@bourse/client/auth/validation`; an answer that
   * differs is RESPONSE_INVALID. Unknown fields and unknown names in enumerations pass, as a newer service may send
   * them. It brings the schemas of the service and their library into the app. Default: none, data is handed over as it
   * arrives.
   */
  readonly validateAnswers?: AnswerCheck;
  /** Called before every try; an error that it throws ends the try. Default: no-op. */
  readonly onRequest?: (request: OutgoingRequest) => void;
  /** Called after every answer, that of a failed try included. Default: no-op. */
  readonly onResponse?: (response: Response, request: OutgoingRequest) => void;
  /** Called with each step of a call, for a log: `(event) => console.debug(JSON.stringify(event))`. Default: no-op. */
  readonly debug?: (event: DebugEvent) => void;
  /** Clock for time limits and waits. Default: the machine's. */
  readonly clock?: ClientClock;
  /** Random numbers from 0 up to 1 for the jitter of waits. Default Math.random. */
  readonly random?: () => number;
  /** Creates idempotency keys. Default crypto.randomUUID. */
  readonly createId?: () => string;
}

/** The options of one call, which replace those of its client. */
export interface CallOptions {
  /** Signal that ends the call, which then rejects with the signal's reason. Default none. */
  readonly signal?: AbortSignal;
  /** Time limit of one try in milliseconds, 1–600,000. Default: the client's. */
  readonly timeoutMilliseconds?: number;
  /** Time limit of the call in milliseconds, its retries and waits included, 1–3,600,000. Default: the client's. */
  readonly totalTimeoutMilliseconds?: number;
  /**
   * Retries, when the call may be sent twice; false turns them off. Default: the client's, and none for a call that
   * trades or pays: such a call is sent again only when this asks for it.
   */
  readonly retry?: RetryOptions | false;
  /** Headers to send beside the client's; one of the same name replaces the client's. Default none. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Idempotency-Key of the call, which may then be sent twice; refused where the route takes none. Default: a new one a
   * call.
   */
  readonly idempotencyKey?: string;
}

/** The time limits of one try and of a whole call, in milliseconds. */
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
  readonly credentials: Credentials;
  readonly retry: RetryPolicy;
  readonly validateAnswers: AnswerCheck;
  readonly onRequest: NonNullable<ClientOptions["onRequest"]>;
  readonly onResponse: NonNullable<ClientOptions["onResponse"]>;
  readonly debug: NonNullable<ClientOptions["debug"]>;
  readonly clock: ClientClock;
  readonly random: () => number;
  readonly createId: () => string;
}

/** Every option with its default. */
function defaults(): Settings {
  return {
    baseUrl: "",
    fetch: (input, init) => globalThis.fetch(input, init),
    dispatcher: undefined,
    headers: {},
    credentials: { headers: () => undefined },
    timeoutMilliseconds: 30_000,
    totalTimeoutMilliseconds: 120_000,
    retry: { limit: 2, baseMilliseconds: 250, maxMilliseconds: 8000 },
    validateAnswers: () => undefined,
    onRequest: () => {},
    onResponse: () => {},
    debug: () => {},
    clock: SYSTEM_CLOCK,
    random: Math.random,
    createId: () => globalThis.crypto.randomUUID(),
  };
}

/**
 * Fills in the defaults and checks the options once.
 *
 * @throws ClientError OPTION_INVALID
 */
export function resolveOptions(options: ClientOptions): Settings {
  const otherwise = defaults();
  const given = checkOptions(options) as Partial<Settings>;
  const settings = resolveLimits(given, otherwise);
  return {
    ...settings,
    baseUrl: checkBaseUrl(settings.baseUrl),
    headers: textsOf(settings.headers, "headers", "OPTION_INVALID"),
    retry: resolveRetry(options.retry, otherwise.retry),
  };
}

/**
 * Takes the API key out of the options of a service's client, as credentials.
 *
 * @throws ClientError OPTION_INVALID
 */
export function withKey(
  options: Omit<ClientOptions, "credentials"> & { readonly apiKey?: string },
): ClientOptions {
  const { apiKey: key, ...others } = checkOptions(options, { apiKey: "" });
  return key === undefined ? others : { ...others, credentials: keyCredentials(key) };
}

/**
 * Returns the options that are given. Refuses unknown ones and values of another kind; `more` are the kinds of those
 * that a service's client adds.
 *
 * @throws ClientError OPTION_INVALID
 */
export function checkOptions<T extends object>(
  options: T,
  more?: Readonly<Record<string, unknown>>,
): T {
  const examples = { ...defaults(), dispatcher: { dispatch: () => {} }, retry: undefined, ...more };
  return checked(options, examples, "options");
}

/**
 * Returns the options of a call that are given. Refuses unknown ones, values of another kind, and a key where the
 * route takes none.
 *
 * @throws ClientError OPTION_INVALID
 */
export function checkCallOptions(options: CallOptions, isKeyed = false): CallOptions {
  const examples = {
    signal: new AbortController().signal,
    timeoutMilliseconds: 1,
    totalTimeoutMilliseconds: 1,
    retry: undefined,
    headers: {},
    // Where it would be ignored, the call would not be safe to send twice.
    ...(isKeyed && { idempotencyKey: "" }),
  };
  return checked(options, examples, "options");
}

/**
 * Returns a path that begins with one slash; after a host, anything else could name another one.
 *
 * @throws ClientError with that code
 */
export function checkPath(path: string, code: ClientErrorCode = "OPTION_INVALID"): string {
  if (typeof path === "string" && /^\/(?![/\\])[^?#]*$/.test(path)) return path;
  throw new ClientError(code, "path must begin with one slash, without query");
}

function checkBaseUrl(text: string): string {
  if (/^https?:\/\/[^?#@]+$/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, "");
  // Not shown: a user or a query may hold a secret.
  throw new ClientError("OPTION_INVALID", "baseUrl must be an http(s) URL without user and query");
}

/**
 * Returns the given time limits, else the others.
 *
 * @throws ClientError OPTION_INVALID
 */
export function resolveLimits<T extends TimeLimits>(given: Partial<TimeLimits>, otherwise: T): T {
  const limits = { ...otherwise, ...given };
  within("timeoutMilliseconds", limits.timeoutMilliseconds, 6e5);
  within("totalTimeoutMilliseconds", limits.totalTimeoutMilliseconds, 36e5);
  return limits;
}

/**
 * Returns a number of 1 up to `most`.
 *
 * @throws ClientError OPTION_INVALID
 */
export function within(name: string, value: number, most: number): number {
  if (value >= 1 && value <= most) return value;
  throw new ClientError("OPTION_INVALID", `${name} must be 1–${most}, found ${value}`);
}

/** The machine's clock. */
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
      if (signal?.aborted) stop();
      else signal?.addEventListener("abort", stop, { once: true });
    }),
};
