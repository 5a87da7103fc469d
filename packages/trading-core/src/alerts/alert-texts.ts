/** Texts of the alerts, one line for each kind, each replaceable by the host. */

import type { AlertFacts } from "./alert-facts.ts";
import type { AlertKind } from "./alert-kind.ts";

/** Texts of the alerts by their kinds: functions of the facts, whose first 500 characters are told as one line. */
export type AlertTexts = {
  readonly [Kind in AlertKind]: (facts: AlertFacts<Kind>) => string;
};

/** The texts in force where a host gives none. */
export const DEFAULT_ALERT_TEXTS: AlertTexts = Object.freeze<AlertTexts>({
  "kill_switch.set": ({ mode, source, reason }) =>
    `Kill switch set (${mode}, from ${source}): ${reason}`,
  "kill_switch.done": ({ reason }) => `Kill switch: the flatten has ended: ${reason}`,
  "kill_switch.released": ({ reason }) => `Kill switch released; it was set for: ${reason}`,
  "session.halted": ({ strategy, symbol, session, reason }) =>
    `Session halted: ${strategy} on ${symbol}, ${session}: ${reason}`,
  "session.stopped": ({ strategy, symbol, session, reason }) =>
    `Session stopped: ${strategy} on ${symbol}, ${session}: ${reason}`,
  "session.refused": ({ strategy, symbol, session, side, type, code, reason }) =>
    `Order of a session rejected (${side} ${type}, ${code}): ${strategy} on ${symbol}, ${session}: ${reason}`,
  "session.stale": ({ strategy, symbol, session, since }) =>
    `Session without candles since ${since}: ${strategy} on ${symbol}, ${session}`,
  "session.fresh": ({ strategy, symbol, session, since }) =>
    `Session with candles again, after a silence since ${since}: ${strategy} on ${symbol}, ${session}`,
  "risk.refused": ({ rule, side, quantity, symbol }) =>
    `Order refused by ${rule}: ${side} ${quantity} ${symbol}`,
  "job.failed": ({ job, type, error }) => `Job failed: ${type} ${job}: ${error}`,
});
