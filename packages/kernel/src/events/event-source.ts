/** What happened, in one order: the newest of it, what came after a known place, and what comes next. */

/** An event with its place. */
export interface SequencedEvent {
  /** A dotted name, such as `job.completed`. */
  readonly type: string;
  /** From 1, without a gap, within one epoch. */
  readonly sequence: number;
}

/** A port: whoever follows events needs no more than this. All calls answer at once. */
export interface EventSource<Event extends SequencedEvent> {
  /** Names one life of the source: a sequence means something only beside its epoch. */
  readonly epoch: string;
  /** The sequence of the newest recorded event; 0 before the first. */
  readonly newest: number;
  /** The newest `count` recorded events that are still kept, oldest first. */
  last(count: number): readonly Event[];
  /** What was recorded after `sequence`; "gap" when part of it is kept no more, or when the place does not exist yet. */
  since(sequence: number): readonly Event[] | "gap";
  /**
   * Calls `listener` at every event, in order, from the next one on. An event that is not recorded is told to whoever
   * listens now, has the sequence of the recorded one before it, and is never seen again. Returns the way to stop.
   */
  subscribe(listener: (event: Event, isRecorded: boolean) => void): () => void;
}
