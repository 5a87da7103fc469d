import type { Logger } from "@bourse/kernel";

import type { EventBus } from "./event-bus.ts";

/**
 * Logs events: errors as errors, health changes as warnings but for a part that has just started, all others at debug
 * level. No event contains a secret.
 */
export function logEvents(events: Pick<EventBus, "subscribe">, logger: Logger): void {
  events.subscribe(({ type, data }, isRecorded) => {
    if (type === "system.error") logger.error({ event: data }, data.message);
    else if (type === "health.component_change") {
      logger[data.from === "stopped" ? "info" : "warn"]({ event: data }, type);
    } else if (isRecorded) logger.debug({ event: data }, type);
  });
}

/** Returns the `onError` of an event bus that logs each event that is lost. */
export function logEventFault(
  logger: Pick<Logger, "error">,
): (error: unknown, type: string) => void {
  return (error, type) => logger.error({ err: error, type }, "event could not be sent");
}
