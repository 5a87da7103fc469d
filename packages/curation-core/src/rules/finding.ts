/** Problems that the rules find in a specification. */

/** One problem of a specification. */
export interface Finding {
  /** Path of the field with list positions, such as `outcomes.1.label`. */
  readonly field: string;
  /** Kind of the problem for programs, such as `too_short`. */
  readonly code: string;
  /** Explanation for people: what was found and what is expected. */
  readonly message: string;
}

/** All problems of a specification. */
export interface Findings {
  /** Problems that block a submission and an approval. */
  readonly errors: readonly Finding[];
  /** Problems that block nothing, but for those that must be acknowledged: see `ACKNOWLEDGED_WARNINGS`. */
  readonly warnings: readonly Finding[];
}
