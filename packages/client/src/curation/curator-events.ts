/** The curators' live feed as one endless loop, which reconnects by itself and continues after the last event. */

import { isProblem } from "@bourse/contract/client";
import type { CuratorEvent } from "@bourse/contract/curation";
import { curationService, eventCalls } from "@bourse/contract/curation/client";

import { ClientError, isFailure } from "../errors.ts";
import { createKeyring } from "../keyring.ts";
import { resolveOptions, within, type ClientOptions, type Settings } from "../options.ts";
import { prepare } from "../request.ts";
import { readAnswer } from "../response.ts";
import { isTransient, waitMilliseconds } from "../retry.ts";
import { send, type Operation, type Progress } from "../send.ts";
import { withTimeout } from "../timeout.ts";
import { eventBlocks } from "./event-blocks.ts";

/** The options of a loop over the live feed. */
export interface CuratorEventsOptions {
  /** Signal that ends the loop, which then throws the signal's reason. Default none. */
  readonly signal?: AbortSignal;
  /**
   * Id of the last event that was seen; later events follow. The service keeps the newest 10,000. Default: from now on.
   */
  readonly lastEventId?: number;
  /**
   * Time without a byte in milliseconds after which a connection is replaced, 1–3,600,000. Default 45,000, three
   * heartbeats.
   */
  readonly silenceMilliseconds?: number;
  /** Called before each wait for another connection with its reason and its length in milliseconds. Default: no-op. */
  readonly onReconnect?: (error: Error, waitMilliseconds: number) => void;
  /** Called when events were missed: the service no longer has them, or never gave out the last id. Default: no-op. */
  readonly onGap?: () => void;
}

/**
 * A loop over events as they happen, each once and in order. A connection that breaks, is silent or is closed by the
 * service is replaced after the waits of the client's `retry`, without a limit of tries, and continues after the last
 * event that was seen.
 *
 * @throws Problem that no retry would solve (UNAUTHORIZED, FORBIDDEN …); ClientError RESPONSE_INVALID; the reason of
 * the signal
 */
export type CuratorEvents = (options?: CuratorEventsOptions) => AsyncGenerator<CuratorEvent, void>;

const KEY = "curatorEvents";

/** Types of the events that this client knows. */
const TYPES: Readonly<Record<CuratorEvent["type"], true>> = {
  "draft.submitted": true,
  "draft.claimed": true,
  "draft.released": true,
  "draft.decided": true,
  "market.created": true,
  "market.resolved": true,
  "market.disputed": true,
  "market.amended": true,
  "market.cancelled": true,
};

/**
 * Creates the live feed for curators; its `credentials` are those of a CurationClient.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createCuratorEvents(options: ClientOptions): CuratorEvents {
  const settings = resolveOptions(options);
  const keyring = createKeyring(curationService, settings.credentials);
  const route = eventCalls.curatorEvents;
  const operation = { api: curationService, key: KEY, route, settings, keyring };
  return (feed = {}) => follow(operation, feed);
}

async function* follow(
  operation: Operation,
  options: CuratorEventsOptions,
): AsyncGenerator<CuratorEvent, void> {
  const { settings, keyring } = operation;
  const { signal, onReconnect } = options;
  const silence = within("silenceMilliseconds", options.silenceMilliseconds ?? 45_000, 3.6e6);
  let place = options.lastEventId === undefined ? "" : String(options.lastEventId);
  let attempt = 0;
  let renewed = false;
  for (;;) {
    signal?.throwIfAborted();
    const connection = new AbortController();
    const ended = either(signal, connection.signal);
    const generation = keyring.generation();
    let failure: Error = new ClientError("NETWORK", "the service ended the feed");
    const progress: Progress = { attempts: 0, sent: {} };
    let body: ReadableStream<Uint8Array> | undefined;
    attempt += 1;
    try {
      body = await open(operation, place, progress, attempt, ended);
      for await (const block of eventBlocks(body, settings.clock, silence, ended)) {
        signal?.throwIfAborted();
        attempt = 1;
        renewed = false;
        if (block.event === "gap") options.onGap?.();
        const event = eventOf(block.event, block.data, settings);
        if (event !== undefined) yield event;
        // Seen once the caller asks for more.
        place = block.id ?? place;
      }
    } catch (error) {
      signal?.throwIfAborted();
      // Until the feed has begun only a hook or the credentials throw anything else.
      if (body === undefined && !isFailure(error)) throw error;
      failure = isFailure(error)
        ? error
        : new ClientError("NETWORK", String(error), { cause: error });
    } finally {
      connection.abort();
    }
    if (!renewed && isProblem(failure) && failure.status === 401) {
      renewed = true;
      if (await keyring.renew(failure, generation, progress.sent)) continue;
    }
    if (!isFailure(failure) || !isTransient(failure)) throw failure;
    const wait = waitMilliseconds(failure, attempt, settings.retry, settings.random);
    onReconnect?.(failure, wait);
    await settings.clock.sleep(wait, signal);
  }
}

/** The feed's body once it has begun. */
async function open(
  operation: Operation,
  place: string,
  progress: Progress,
  attempt: number,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { route, settings } = operation;
  const input = place === "" ? {} : { headers: { "last-event-id": place } };
  const { url, headers } = prepare(curationService, route, input, {}, settings);
  const request = { url, headers: { ...headers, accept: "text/event-stream" }, body: undefined };
  const { clock, timeoutMilliseconds } = settings;
  return await withTimeout(clock, timeoutMilliseconds, signal, async (trySignal) => {
    const response = await send(operation, request, progress, attempt, trySignal);
    if (!response.ok) await readAnswer(curationService, { key: KEY, ...route }, response, settings);
    const type = response.headers.get("content-type") ?? "";
    if (response.body !== null && type.startsWith("text/event-stream")) return response.body;
    throw new ClientError("RESPONSE_INVALID", `expected text/event-stream, found "${type}"`);
  });
}

/** Returns undefined for a block that is no event, or one of a type that this client does not know. */
function eventOf(
  type: string | undefined,
  data: string | undefined,
  { validateAnswers }: Settings,
): CuratorEvent | undefined {
  if (data === undefined || !Object.hasOwn(TYPES, type ?? "")) return undefined;
  const event = parsed(data);
  const fault = isObject(event) ? validateAnswers?.(KEY, 200, event) : { message: "is no object" };
  if (fault === undefined) return event as CuratorEvent;
  const message = `an event of the feed, ${type}, ${fault.message}`;
  throw new ClientError("RESPONSE_INVALID", message, { cause: fault.cause });
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function either(one: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return one === undefined ? other : AbortSignal.any([one, other]);
}
