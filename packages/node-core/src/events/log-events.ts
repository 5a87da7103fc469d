import { checkArguments, type Logger } from "@bourse/kernel";

import { portOf } from "../argument-rules.ts";
import type { EventBus } from "./event-bus.ts";

/**
 * Logs events: errors as errors, health changes as warnings but for a part that has just started, all others at debug
 * level. No event contains a secret.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function logEvents(events: Pick<EventBus, "subscribe">, logger: Logger): void {
  const rules = {
    events: portOf("subscribe"),
    logger: portOf("debug", "info", "warn", "error"),
  };
  checkArguments("logEvents", rules, [events, logger]);
  events.subscribe(({ type, data }, isRecorded) => {
    if (type === "system.error") logger.error({ event: data }, data.message);
    else if (type === "health.component_change") {
      logger[data.from === "stopped" ? "info" : "warn"]({ event: data }, type);
    } else if (isRecorded) logger.debug({ event: data }, type);
  });
}

/** Returns the `onError` of an event bus that logs each event that is lost. @throws KernelError ARGUMENT_INVALID */
export function logEventFault(
  logger: Pick<Logger, "error">,
): (error: unknown, type: string) => void {
  checkArguments("logEventFault", { logger: portOf("error") }, [logger]);
  return (error, type) => logger.error({ err: error, type }, "event could not be sent");
}
