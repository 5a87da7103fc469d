/**
 * The next message of a channel, by what it has told, the events since, and the time: one function without effects.
 * Urgent alerts pass at once. Any other is held in quiet hours and when the hour is full; what was held comes in one
 * message, in which the oldest alerts have a line each and the others are counted.
 */

import { URGENT_KINDS, type AlertKind, type LoggedEvent } from "./alert-kind.ts";
import type { AlertTexts } from "./alert-texts.ts";
import { alertOf, type Alert } from "./alert.ts";
import type { ChannelState } from "./channel-state.ts";
import type { QuietHours } from "./quiet-hours.ts";

/** Rules of the messages of a channel. */
export interface MessageRules {
  /** Kinds that are alerted. */
  readonly kinds: ReadonlySet<AlertKind>;
  /** Texts of the alerts by their kinds; none throws. */
  readonly texts: AlertTexts;
  /** Hours in which only urgent alerts are sent. */
  readonly isQuiet: QuietHours;
  /** Maximum number of messages within any hour, those of urgent alerts counted but not held. */
  readonly maxPerHour: number;
  /** Maximum number of characters of a text. */
  readonly maxLength: number;
  /** Name of the service, as the reader knows it. */
  readonly service: string;
}

/** Content of a message, without its id. */
export type MessageContent = {
  readonly subject: string;
  readonly text: string;
};

/** Alerts that are held with a line of their own; those beyond are counted. */
const MAX_HELD = 30;
const HOUR_MILLISECONDS = 3_600_000;
/** Name under which events are counted that the log no longer had. */
const LOST = "events that were no longer kept";

/** The state after a look at events, oldest first, and the message to send first; undefined for none. */
export function nextMessage(
  before: ChannelState,
  events: readonly LoggedEvent[],
  now: number,
  rules: MessageRules,
): { readonly state: ChannelState; readonly content: MessageContent | undefined } {
  const sent = before.sent.filter((time) => time > now - HOUR_MILLISECONDS);
  const isOpen = !rules.isQuiet(now) && sent.length < rules.maxPerHour;
  let state: ChannelState = { ...before, sent };
  if (isOpen && isHolding(state))
    return { state: released(state, now), content: digest(state, rules) };
  for (const event of events) {
    state = { ...state, cursor: event.sequence };
    const alert = alertOf(event, rules.texts);
    if (alert === undefined || !rules.kinds.has(alert.kind)) continue;
    // Nothing is held here while it could be sent: what was held has just been told.
    if (URGENT_KINDS.has(alert.kind) || isOpen) {
      return { state: { ...state, sent: [...sent, now] }, content: single(alert, rules) };
    }
    state = held(state, alert);
  }
  return { state, content: undefined };
}

/** A state that counts events which the log has deleted before they were looked at. */
export function withLost(state: ChannelState, count: number): ChannelState {
  const lost = (state.more[LOST] ?? 0) + count;
  return { ...state, cursor: state.cursor + count, more: { ...state.more, [LOST]: lost } };
}

function isHolding({ held, more }: ChannelState): boolean {
  return held.length > 0 || Object.keys(more).length > 0;
}

function held(state: ChannelState, alert: Alert): ChannelState {
  if (state.held.length < MAX_HELD) return { ...state, held: [...state.held, alert] };
  const count = (state.more[alert.kind] ?? 0) + 1;
  return { ...state, more: { ...state.more, [alert.kind]: count } };
}

function released(state: ChannelState, now: number): ChannelState {
  return { ...state, held: [], more: {}, sent: [...state.sent, now] };
}

function single(alert: Alert, { service }: MessageRules): MessageContent {
  return { subject: cut(`${service}: ${alert.line}`), text: lineOf(alert) };
}

/** One message of all that was held: a line each while they fit, then numbers by kind. */
function digest(state: ChannelState, { service, maxLength }: MessageRules): MessageContent {
  const more = new Map<string, number>(Object.entries(state.more));
  const lines: string[] = [];
  // The numbers by kind need a line each, at most.
  let room = maxLength - 1000;
  for (const alert of state.held) {
    const line = lineOf(alert);
    room -= line.length + 1;
    if (room > 0) lines.push(line);
    else more.set(alert.kind, (more.get(alert.kind) ?? 0) + 1);
  }
  const total = lines.length + [...more.values()].reduce((sum, count) => sum + count, 0);
  const counts = [...more].map(([kind, count]) => `${count} more of ${kind}`);
  return {
    subject: cut(`${service}: ${total} alerts that were held`),
    text: [`${total} alerts that were held:`, ...lines, ...counts].join("\n"),
  };
}

function lineOf({ at, line }: Alert): string {
  return `${new Date(at).toISOString()} ${line}`;
}

function cut(subject: string): string {
  return subject.slice(0, 200).toWellFormed();
}
