/** Events of the service that an operator is told of, each as one line of text. */

/** Kinds of the events that may be alerted, in the order of their weight. */
export const ALERT_KINDS = [
  "kill_switch.set",
  "kill_switch.done",
  "kill_switch.released",
  "session.halted",
  "session.stopped",
  "risk.refused",
  "job.failed",
] as const;

/** Kind of an event that may be alerted. */
export type AlertKind = (typeof ALERT_KINDS)[number];

/** One event that is alerted. A type alias, so that a store accepts it as plain JSON. */
export type Alert = {
  /** Kind of the event. */
  readonly kind: AlertKind;
  /** Sequence number of the event in the store's log. */
  readonly sequence: number;
  /** Time of the event, milliseconds UTC. */
  readonly at: number;
  /** The event in one line, at most 500 characters. */
  readonly line: string;
};

/** Kinds that wait neither for the end of quiet hours nor for room within an hour. */
export const URGENT_KINDS: ReadonlySet<AlertKind> = new Set([
  "kill_switch.set",
  "kill_switch.done",
  "kill_switch.released",
  "session.halted",
]);

/** Maximum number of characters of a line. */
const MAX_LINE = 500;

/** An event as the log has it: members of kinds that are not alerted are not looked at. */
export interface LoggedEvent {
  readonly type: string;
  readonly timestamp: number;
  readonly sequence: number;
  readonly [member: string]: unknown;
}

/** The alert of an event; undefined for one that nobody is told of. */
export function alertOf(event: LoggedEvent): Alert | undefined {
  const kind = kindOf(event);
  if (kind === undefined) return undefined;
  const { sequence, timestamp: at } = event;
  return { kind, sequence, at, line: shortened(LINES[kind](event)) };
}

function kindOf(event: LoggedEvent): AlertKind | undefined {
  if (event.type === "session.changed") {
    const state = wordOf(event, "session", "state");
    return state === "halted" || state === "stopped" ? `session.${state}` : undefined;
  }
  return ALERT_KINDS.find((kind) => kind === event.type);
}

const LINES: Readonly<Record<AlertKind, (event: LoggedEvent) => string>> = {
  "kill_switch.set": (event) =>
    `Kill switch set (${wordOf(event, "killSwitch", "mode")}, from ${wordOf(event, "killSwitch", "source")}): ` +
    wordOf(event, "killSwitch", "reason"),
  "kill_switch.done": (event) =>
    `Kill switch: the flatten has ended: ${wordOf(event, "killSwitch", "reason")}`,
  "kill_switch.released": (event) =>
    `Kill switch released; it was set for: ${wordOf(event, "killSwitch", "reason")}`,
  "session.halted": (event) => `Session halted: ${sessionOf(event)}`,
  "session.stopped": (event) => `Session stopped: ${sessionOf(event)}`,
  "risk.refused": (event) =>
    `Order refused by ${wordOf(event, "risk", "rule")}: ${wordOf(event, "risk", "side")} ` +
    `${wordOf(event, "risk", "quantity")} ${wordOf(event, "risk", "symbol")}`,
  "job.failed": (event) =>
    `Job failed: ${wordOf(event, "job", "jobType")} ${wordOf(event, "job", "uuid")}: ` +
    wordOf(event, "job", "error"),
};

function sessionOf(event: LoggedEvent): string {
  const of = (member: string): string => wordOf(event, "session", member);
  return `${of("strategy")} on ${of("symbol")}, ${of("id")}: ${of("reason")}`;
}

/** A text or number of the subject of an event; a hyphen where there is none. */
function wordOf(event: LoggedEvent, subject: string, member: string): string {
  const found = (event[subject] as Readonly<Record<string, unknown>> | undefined)?.[member];
  return typeof found === "string" || typeof found === "number" ? String(found) : "-";
}

/** One line without control characters, which a terminal or a mail would obey. */
function shortened(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").toWellFormed();
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE - 1).toWellFormed()}…`;
}
