/** Ordered events: the most recent ones, those after a known sequence number, and live delivery. */

/** An event with its sequence number. */
export interface SequencedEvent {
  /** Dotted name of the event, such as `job.completed`. */
  readonly type: string;
  /** Sequence number: 1 for the first event of an epoch, then one more for each. */
  readonly sequence: number;
}

/** Port of everything that follows events. All calls are synchronous. */
export interface EventSource<Event extends SequencedEvent> {
  /** Id of one run of the source; sequence numbers are comparable within one epoch only. */
  readonly epoch: string;
  /** The sequence of the newest recorded event; 0 before the first. */
  readonly newest: number;
  /** Returns the newest `count` events that are still kept, oldest first. */
  last(count: number): readonly Event[];
  /** Returns the events after `sequence`; "gap" when some of them are no longer kept or `sequence` is in the future. */
  since(sequence: number): readonly Event[] | "gap";
  /**
   * Calls `listener` with every event from the next one on, in order. An event that is not recorded carries the
   * sequence number of the recorded event before it and is delivered to current listeners only. Returns a function that
   * unsubscribes.
   */
  subscribe(listener: (event: Event, isRecorded: boolean) => void): () => void;
}
