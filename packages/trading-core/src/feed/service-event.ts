/** Events of jobs, trades and signals. */

import { readEvent, type Subjects } from "../events/read-event.ts";
import type { TradeEvent } from "../execution/trade-event.ts";
import { JOB_SUBJECTS } from "../jobs/job-events.ts";
import type { JobEvent } from "../jobs/job.ts";
import type { SignalEvent } from "../signals/generate-signal.ts";

/** An event of the service: a step or the progress of a job, a fill of an order, or a generated signal. */
export type ServiceEvent = JobEvent | TradeEvent | SignalEvent;

const SUBJECTS: Subjects<ServiceEvent["type"]> = {
  ...JOB_SUBJECTS,
  "trade.entered": "trade",
  "trade.exited": "trade",
  "signal.generated": "signal",
};

/**
 * Checks that a value is an event of the service.
 *
 * @throws KernelError BUS_MESSAGE_UNREADABLE
 */
export function readServiceEvent(value: unknown): ServiceEvent {
  return readEvent<ServiceEvent>(value, SUBJECTS);
}
