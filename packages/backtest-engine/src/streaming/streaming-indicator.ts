// Numbers in these classes are numbers from the start: one that was undefined until its constructor set it is boxed
// for good, and looked at again at every read.

/** An indicator that is fed value by value and never looks back: for live feeds and class strategies. */
export interface StreamingIndicator {
  /** The indicator after one more value; NaN until there are enough. Bit for bit what its array form has in that place. */
  next(value: number): number;
  /** What `next` gave last; NaN before. */
  readonly value: number;
}
