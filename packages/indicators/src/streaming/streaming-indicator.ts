// Numbers in these classes are numbers from the start: one that was undefined until its constructor set it is boxed
// for good, and looked at again at every read.

/** An indicator that is fed value by value, for live feeds and class strategies. */
export interface StreamingIndicator {
  /** Adds one value and returns the indicator; NaN until there are enough values. The same bits as the array form. */
  next(value: number): number;
  /** The last result of `next`; NaN before there are enough values. */
  readonly value: number;
}
