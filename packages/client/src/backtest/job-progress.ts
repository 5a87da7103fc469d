/** The progress of a job as one loop, which reconnects by itself and ends with the finished job. */

import type { Job, JobProgress } from "@bourse/contract/backtest";
import { backtestService, researchCalls } from "@bourse/contract/backtest/client";

import { eventBlocks, type EventBlock } from "../curation/event-blocks.ts";
import { ClientError, isFailure } from "../errors.ts";
import { createKeyring } from "../keyring.ts";
import { resolveOptions, within, withKey, type Settings } from "../options.ts";
import { prepare } from "../request.ts";
import { readAnswer } from "../response.ts";
import { isTransient, waitMilliseconds } from "../retry.ts";
import { send, type Operation } from "../send.ts";
import { withTimeout } from "../timeout.ts";
import type { BacktestClientOptions } from "./backtest-client.ts";

/** An event of a running job: its progress, or last of all the finished job. */
export type JobProgressEvent =
  | {
      /** Kind of the event. */
      readonly type: "progress";
      /** Progress of the job. */
      readonly data: JobProgress;
    }
  | {
      /** Kind of the event. */
      readonly type: "job";
      /** The job, completed, failed or cancelled. */
      readonly data: Job;
    };

/** The options of a loop over the progress of a job. */
export interface FollowJobOptions {
  /** Signal that ends the loop, which then throws the signal's reason. Default none. */
  readonly signal?: AbortSignal;
  /**
   * Time without a byte in milliseconds after which a connection is replaced, 1–3,600,000. Default 45,000, three
   * heartbeats.
   */
  readonly silenceMilliseconds?: number;
  /** Called before each wait for another connection with its reason and its length in milliseconds. Default: no-op. */
  readonly onReconnect?: (error: Error, waitMilliseconds: number) => void;
}

/**
 * A loop over the progress of the job `uuid`, whose last event is the finished job. A connection that breaks, is silent
 * or is closed by the service is replaced after the waits of the client's `retry`, without a limit of tries; the
 * service then tells the newest progress, or the finished job.
 *
 * @throws Problem that no retry would solve (UNAUTHORIZED, JOB_NOT_FOUND …); ClientError RESPONSE_INVALID; the reason
 * of the signal
 */
export type FollowJob = (
  uuid: string,
  options?: FollowJobOptions,
) => AsyncGenerator<JobProgressEvent, void>;

const KEY = "watchJob";

/**
 * Creates a follower of jobs.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createFollowJob(options: BacktestClientOptions): FollowJob {
  const settings = resolveOptions(withKey(options));
  const keyring = createKeyring(backtestService, settings.credentials);
  const route = researchCalls.watchJob;
  const operation = { api: backtestService, key: KEY, route, settings, keyring };
  return (uuid, more = {}) => follow(operation, uuid, more);
}

async function* follow(
  operation: Operation,
  uuid: string,
  { signal, onReconnect, silenceMilliseconds }: FollowJobOptions,
): AsyncGenerator<JobProgressEvent, void> {
  const { settings } = operation;
  const silence = within("silenceMilliseconds", silenceMilliseconds ?? 45_000, 3.6e6);
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const connection = new AbortController();
    const ended = signal ? AbortSignal.any([signal, connection.signal]) : connection.signal;
    let failure: Error = new ClientError("NETWORK", "the service ended the stream before the job");
    let body: ReadableStream<Uint8Array> | undefined;
    try {
      body = await open(operation, uuid, attempt, ended);
      for await (const block of eventBlocks(body, settings.clock, silence, ended)) {
        signal?.throwIfAborted();
        attempt = 1;
        const event = eventOf(block, settings);
        if (event !== undefined) yield event;
        if (event?.type === "job") return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      // Until the stream has begun only a hook or the credentials throw anything else.
      if (body === undefined && !isFailure(error)) throw error;
      failure = isFailure(error)
        ? error
        : new ClientError("NETWORK", `the stream broke: ${String(error)}`, { cause: error });
    } finally {
      connection.abort();
    }
    if (!isFailure(failure) || !isTransient(failure)) throw failure;
    const wait = waitMilliseconds(failure, attempt, settings.retry, settings.random);
    onReconnect?.(failure, wait);
    await settings.clock.sleep(wait, signal);
  }
}

/** The body of the stream once it has begun. */
async function open(
  operation: Operation,
  uuid: string,
  attempt: number,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { route, settings } = operation;
  const { url, headers } = prepare(backtestService, route, { params: { uuid } }, {}, settings);
  const request = { url, headers: { ...headers, accept: "text/event-stream" }, body: undefined };
  const { clock, timeoutMilliseconds } = settings;
  return await withTimeout(clock, timeoutMilliseconds, signal, async (trySignal) => {
    const progress = { attempts: 0, sent: {} };
    const response = await send(operation, request, progress, attempt, trySignal);
    if (!response.ok) await readAnswer(backtestService, { key: KEY, ...route }, response, settings);
    const type = response.headers.get("content-type") ?? "";
    if (response.body !== null && type.startsWith("text/event-stream")) return response.body;
    throw new ClientError("RESPONSE_INVALID", `expected text/event-stream, found "${type}"`);
  });
}

/** Returns undefined for a heartbeat and for an event that this client does not know. */
function eventOf(
  { event, data }: EventBlock,
  { validateAnswers }: Settings,
): JobProgressEvent | undefined {
  if (data === undefined || (event !== "progress" && event !== "job")) return undefined;
  const value = parsed(data);
  const isObject = typeof value === "object" && value !== null;
  const fault = isObject
    ? validateAnswers?.(event === "job" ? "getJob" : KEY, 200, value)
    : { message: "is no object", cause: undefined };
  if (fault === undefined) return { type: event, data: value } as JobProgressEvent;
  const message = `an event of the stream, ${event}, ${fault.message}`;
  throw new ClientError("RESPONSE_INVALID", message, { cause: fault.cause });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
