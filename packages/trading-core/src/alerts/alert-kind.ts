/** Kinds of the events of the service that an operator is told of. */

/** Kinds of the events that may be alerted, in the order of their weight. */
export const ALERT_KINDS = [
  "kill_switch.set",
  "kill_switch.done",
  "kill_switch.released",
  "session.halted",
  "session.stopped",
  "session.refused",
  "session.stale",
  "session.fresh",
  "risk.refused",
  "job.failed",
] as const;

/** Kind of an event that may be alerted. */
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Kinds that wait neither for the end of quiet hours nor for room within an hour. */
export const URGENT_KINDS: ReadonlySet<AlertKind> = new Set([
  "kill_switch.set",
  "kill_switch.done",
  "kill_switch.released",
  "session.halted",
]);

/** An event as the log has it: members of kinds that are not alerted are not looked at. */
export interface LoggedEvent {
  readonly type: string;
  readonly timestamp: number;
  readonly sequence: number;
  readonly [member: string]: unknown;
}

/** The kind of an event; undefined for one that nobody is told of. */
export function alertKindOf(event: LoggedEvent): AlertKind | undefined {
  if (event.type === "session.changed") {
    const state = memberOf(event, "session.state");
    return state === "halted" || state === "stopped" ? `session.${state}` : undefined;
  }
  // The guard has told of an order that a limit refused: one refusal is one alert.
  const isTold =
    event.type === "session.refused" && typeof memberOf(event, "order.refusal.rule") === "string";
  return isTold ? undefined : ALERT_KINDS.find((kind) => kind === event.type);
}

/** A member of an event by its path, such as `session.state`; undefined where there is none. */
export function memberOf(event: LoggedEvent, path: string): unknown {
  let found: unknown = event;
  for (const name of path.split(".")) {
    found = (found as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  }
  return found;
}
