/** The place of a channel of alerts in the event log, in the store. */

import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

import type { Alert } from "./alert.ts";

/** State of a channel. A type alias, so that a store accepts it as plain JSON. */
export type ChannelState = {
  /** Name of the channel. */
  readonly id: string;
  /** Sequence number of the last event that was looked at. */
  readonly cursor: number;
  /** Times of the messages of the last hour, milliseconds UTC, oldest first. */
  readonly sent: readonly number[];
  /** Alerts that wait for the end of quiet hours, or for room within the hour, oldest first. */
  readonly held: readonly Alert[];
  /** Number of alerts that wait beyond those of `held`, by kind. */
  readonly more: Readonly<Record<string, number>>;
  /** Id of the message that is being delivered; null for none. */
  readonly outstanding: string | null;
  /** Id of the message whose sending was begun, and of which no answer is known; null for none. */
  readonly begun: string | null;
};

/** States of the channels. */
export const alertChannels: Collection<ChannelState> = defineCollection<ChannelState>()({
  name: "alert_channels",
});

/** Collections of alerts, beside those of the outbox. */
export const alertCollections: readonly Collection<Entity>[] = [alertChannels];

/** The state of a channel that is new: what happened before is not told. */
export function newState(id: string, cursor: number): ChannelState {
  return { id, cursor, sent: [], held: [], more: {}, outstanding: null, begun: null };
}
