/** Events of jobs, trades, signals, sessions and risk. */

import { readEvent, type Subjects } from "../events/read-event.ts";
import type { TradeEvent } from "../execution/trade-event.ts";
import { JOB_SUBJECTS } from "../jobs/job-events.ts";
import type { JobEvent } from "../jobs/job.ts";
import type { RiskEvent } from "../risk/risk-event.ts";
import type { SessionEvent } from "../session/session-event.ts";
import type { SignalEvent } from "../signals/generate-signal.ts";

/**
 * An event of the service: a step or the progress of a job, a fill of an order, a generated signal, a step of a
 * trading session, an order that a risk rule refused, or a step of the kill switch.
 */
export type ServiceEvent = JobEvent | TradeEvent | SignalEvent | SessionEvent | RiskEvent;

const SUBJECTS: Subjects<ServiceEvent["type"]> = {
  ...JOB_SUBJECTS,
  "trade.entered": "trade",
  "trade.exited": "trade",
  "signal.generated": "signal",
  "session.created": "session",
  "session.changed": "session",
  "session.ordered": "session",
  "session.filled": "session",
  "session.refused": "session",
  "session.stale": "session",
  "session.fresh": "session",
  "risk.refused": "risk",
  "kill_switch.set": "killSwitch",
  "kill_switch.done": "killSwitch",
  "kill_switch.released": "killSwitch",
};

/**
 * Checks that a value is an event of the service.
 *
 * @throws KernelError BUS_MESSAGE_UNREADABLE
 */
export function readServiceEvent(value: unknown): ServiceEvent {
  return readEvent<ServiceEvent>(value, SUBJECTS);
}
