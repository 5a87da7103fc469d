import { absentOr, anyFunction, checkArguments, objectOf } from "../checked-calls.ts";
import { hasCode } from "../errors.ts";
import type { Instruments } from "../instruments.ts";
import type { Logger } from "../logger.ts";
import type { BusFault } from "./fault.ts";

const rules = {
  logger: objectOf({ debug: anyFunction, warn: anyFunction }),
  metrics: absentOr(objectOf({ counter: anyFunction })),
};

/**
 * The `onFault` of a bus that logs what no caller learns of, and counts the messages that nobody can read as
 * `bourse_bus_unreadable_total`, and those that nothing proves as `bourse_bus_unproved_total`. No line repeats what a
 * message has.
 */
export function logBusFaults(
  logger: Pick<Logger, "debug" | "warn">,
  metrics?: Pick<Instruments, "counter">,
): (fault: BusFault) => void {
  checkArguments("logBusFaults", rules, [logger, metrics]);
  const count = metrics?.counter({
    name: "bourse_bus_unreadable_total",
    help: "Messages of the bus that could not be read, by what they came to: consumer, listener, service.",
    labels: ["reader"],
  });
  const countUnproved = metrics?.counter({
    name: "bourse_bus_unproved_total",
    help: "Messages of the bus that were refused because nothing proves their sender, by what they came to.",
    labels: ["reader"],
  });
  return ({ where, name, error }) => {
    if (hasCode(error, "BUS_MESSAGE_UNREADABLE")) {
      count?.({ reader: where });
      // The cause would repeat what a stranger wrote, or what a caller meant for another.
      logger.warn({ where, name, reason: error.message }, "a message of the bus cannot be read");
    } else if (hasCode(error, "BUS_MESSAGE_UNPROVED")) {
      countUnproved?.({ reader: where });
      logger.warn({ where, name, reason: error.message }, "a message of the bus was refused");
    } else if (where === "consumer" || where === "listener") {
      logger.debug({ fault: { where, name, error } }, "bus message was not delivered");
    } else {
      logger.warn({ where, name, err: error }, "fault of the bus");
    }
  };
}
