/** Facts that the text of an alert may name, by the kind of the event. */

import { memberOf, type AlertKind, type LoggedEvent } from "./alert-kind.ts";

type KillSwitchFact = "mode" | "source" | "reason";
type SessionFact = "session" | "strategy" | "symbol" | "equity";

/** Names of the facts by the kind of the event. */
interface FactNames {
  readonly "kill_switch.set": KillSwitchFact;
  readonly "kill_switch.done": KillSwitchFact;
  readonly "kill_switch.released": KillSwitchFact;
  readonly "session.halted": SessionFact | "reason";
  readonly "session.stopped": SessionFact | "reason";
  readonly "session.refused": SessionFact | "side" | "type" | "code" | "reason";
  readonly "session.stale": SessionFact | "since";
  readonly "session.fresh": SessionFact | "since";
  readonly "risk.refused": "rule" | "bound" | "found" | "side" | "quantity" | "symbol" | "reason";
  readonly "job.failed": "job" | "type" | "error";
}

/** Facts of the alerts of a kind as texts by name: a hyphen where there is none, times as ISO 8601 in UTC. */
export type AlertFacts<Kind extends AlertKind> = Readonly<Record<FactNames[Kind], string>>;

const KILL_SWITCH = {
  mode: "killSwitch.mode",
  source: "killSwitch.source",
  reason: "killSwitch.reason",
} as const;
const SESSION = {
  session: "session.id",
  strategy: "session.strategy",
  symbol: "session.symbol",
  equity: "session.equity",
} as const;
const STATE = { ...SESSION, reason: "session.reason" } as const;
const SILENCE = { ...SESSION, since: "staleSince" } as const;

/** The place of each fact in the event. */
const FACTS: { readonly [Kind in AlertKind]: AlertFacts<Kind> } = {
  "kill_switch.set": KILL_SWITCH,
  "kill_switch.done": KILL_SWITCH,
  "kill_switch.released": KILL_SWITCH,
  "session.halted": STATE,
  "session.stopped": STATE,
  "session.refused": {
    ...SESSION,
    side: "order.side",
    type: "order.type",
    code: "order.refusal.code",
    reason: "order.refusal.reason",
  },
  "session.stale": SILENCE,
  "session.fresh": SILENCE,
  "risk.refused": {
    rule: "risk.rule",
    bound: "risk.bound",
    found: "risk.found",
    side: "risk.side",
    quantity: "risk.quantity",
    symbol: "risk.symbol",
    reason: "risk.reason",
  },
  "job.failed": { job: "job.uuid", type: "job.jobType", error: "job.error" },
};

/** Names of the facts of a kind. */
export function factNames(kind: AlertKind): readonly string[] {
  return Object.keys(FACTS[kind]);
}

/** The facts of an event of a kind. */
export function factsOf<Kind extends AlertKind>(kind: Kind, event: LoggedEvent): AlertFacts<Kind> {
  const facts = Object.entries<string>(FACTS[kind]).map(([name, path]) => [
    name,
    wordAt(event, path),
  ]);
  return Object.fromEntries(facts) as AlertFacts<Kind>;
}

function wordAt(event: LoggedEvent, path: string): string {
  const found = memberOf(event, path);
  if (path === SILENCE.since && typeof found === "number") return new Date(found).toISOString();
  return typeof found === "string" || typeof found === "number" ? String(found) : "-";
}
