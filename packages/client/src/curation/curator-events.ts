/** The curators' live feed as one endless loop, which reconnects by itself and continues after the last event. */

import type { CuratorEvent } from "@bourse/contract/curation";
import { curationService, eventCalls } from "@bourse/contract/curation/client";

import { ClientError } from "../errors.ts";
import { checkStreamOptions, type EventStreamOptions } from "../event-stream-options.ts";
import { eventValue, followEvents } from "../event-stream.ts";
import { createKeyring } from "../keyring.ts";
import { resolveOptions, type ClientOptions } from "../options.ts";
import type { AnyInput } from "../request.ts";
import type { Operation } from "../send.ts";

/** The options of a loop over the live feed. */
export interface CuratorEventsOptions extends EventStreamOptions {
  /**
   * Id of the last event that was seen; later events follow. The service keeps the newest 10,000. Default: from now on.
   */
  readonly lastEventId?: number;
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
  "comment.hidden": true,
  "comment.shown": true,
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
  given: CuratorEventsOptions,
): AsyncGenerator<CuratorEvent, void> {
  const { lastEventId, onGap, ...options } = checkStreamOptions(given, {
    lastEventId: 1,
    onGap: () => {},
  });
  if (lastEventId !== undefined && !(Number.isSafeInteger(lastEventId) && lastEventId >= 0)) {
    throw new ClientError("OPTION_INVALID", "lastEventId must be a whole number from 0");
  }
  let place = lastEventId === undefined ? "" : String(lastEventId);
  const inputOf = (): AnyInput => (place === "" ? {} : { headers: { "last-event-id": place } });
  for await (const { id, event, data } of followEvents(operation, inputOf, options)) {
    if (event === "gap") onGap?.();
    // Other blocks are no event, or one of a type that this client does not know.
    if (data !== undefined && event !== undefined && Object.hasOwn(TYPES, event)) {
      yield eventValue(event, data, KEY, operation.settings) as CuratorEvent;
    }
    // Seen once the caller asks for more.
    place = id ?? place;
  }
}
