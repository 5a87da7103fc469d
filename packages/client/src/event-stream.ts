/** A stream of Server-Sent Events as one endless loop, whose connection is replaced when it breaks. */

import { isProblem } from "@bourse/contract/client";

import { ClientError, isFailure } from "./errors.ts";
import { eventBlocks, type EventBlock } from "./event-blocks.ts";
import type { EventStreamOptions } from "./event-stream-options.ts";
import { within, type Settings } from "./options.ts";
import { prepare, type AnyInput } from "./request.ts";
import { readAnswer } from "./response.ts";
import { isTransient, waitMilliseconds } from "./retry.ts";
import { send, type Operation, type Progress } from "./send.ts";
import { withTimeout } from "./timeout.ts";

/**
 * Yields the blocks of the stream. A connection that breaks, is silent or is closed is replaced after the waits of the
 * client's `retry`, without a limit of tries; `inputOf` makes the input of each connection. A token that is refused is
 * renewed once.
 *
 * @throws Problem that no retry would solve; ClientError RESPONSE_INVALID, OPTION_INVALID; the reason of the signal;
 * what a hook or the credentials throw
 */
export async function* followEvents(
  operation: Operation,
  inputOf: () => AnyInput,
  { signal, silenceMilliseconds, onReconnect }: EventStreamOptions,
): AsyncGenerator<EventBlock, void> {
  const { settings, keyring } = operation;
  const silence = within("silenceMilliseconds", silenceMilliseconds ?? 45_000, 3.6e6);
  let attempt = 0;
  let renewed = false;
  for (;;) {
    signal?.throwIfAborted();
    const connection = new AbortController();
    const ended = signal ? AbortSignal.any([signal, connection.signal]) : connection.signal;
    const generation = keyring.generation();
    const progress: Progress = { attempts: 0, sent: {} };
    let failure: Error = new ClientError("NETWORK", "the service ended the stream");
    let body: ReadableStream<Uint8Array> | undefined;
    attempt += 1;
    try {
      body = await open(operation, inputOf(), progress, attempt, ended);
      for await (const block of eventBlocks(body, settings.clock, silence, ended)) {
        signal?.throwIfAborted();
        attempt = 1;
        renewed = false;
        yield block;
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
    if (!renewed && isProblem(failure) && failure.status === 401) {
      renewed = true;
      if (await keyring.renew(failure, generation, progress.sent)) continue;
    }
    if (!isFailure(failure) || !isTransient(failure)) throw failure;
    const asked = waitMilliseconds(failure, attempt, settings.retry, settings.random);
    // A timer beyond that fires at once.
    const wait = Math.min(asked, 2 ** 31 - 1);
    onReconnect?.(failure, wait);
    await settings.clock.sleep(wait, signal);
  }
}

/** Resolves to the body of the stream once it has begun. */
async function open(
  operation: Operation,
  input: AnyInput,
  progress: Progress,
  attempt: number,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { url, headers } = prepare(operation, input, {});
  const request = { url, headers: { ...headers, accept: "text/event-stream" }, body: undefined };
  const { clock, timeoutMilliseconds } = operation.settings;
  return await withTimeout(clock, timeoutMilliseconds, signal, async (trySignal) => {
    const response = await send(operation, request, progress, attempt, trySignal);
    if (!response.ok) await readAnswer(operation, response);
    const type = response.headers.get("content-type") ?? "";
    if (response.body !== null && type.startsWith("text/event-stream")) return response.body;
    throw new ClientError("RESPONSE_INVALID", `expected text/event-stream, found "${type}"`);
  });
}

/**
 * Returns the value of an event, checked as an answer of the route `key` where answers are checked.
 *
 * @throws ClientError RESPONSE_INVALID
 */
export function eventValue(
  type: string,
  data: string,
  key: string,
  { validateAnswers }: Settings,
): object {
  const value = parsed(data);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const fault = isObject
    ? validateAnswers(key, 200, value)
    : { message: "is no object", cause: undefined };
  if (fault === undefined) return value as object;
  const message = `an event of the stream, ${type}, ${fault.message}`;
  throw new ClientError("RESPONSE_INVALID", message, { cause: fault.cause });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
