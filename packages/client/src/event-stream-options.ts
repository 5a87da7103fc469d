/** The options of every loop over a stream. */

import { checked } from "./kinds.ts";

/** The options of every loop over a stream. */
export interface EventStreamOptions {
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
 * Returns the options of a loop that are given. Refuses unknown ones and values of another kind; `more` are examples of
 * those that a loop adds.
 *
 * @throws ClientError OPTION_INVALID
 */
export function checkStreamOptions<T extends EventStreamOptions>(
  options: T,
  more?: Readonly<Record<string, unknown>>,
): T {
  const examples = {
    signal: new AbortController().signal,
    silenceMilliseconds: 1,
    onReconnect: () => {},
  } satisfies Required<EventStreamOptions>;
  return checked(options, { ...examples, ...more }, "the options of the loop");
}
