/** What a rule found in a specification. */

export interface Finding {
  /** The field concerned, with positions: `outcomes.1.label`. */
  readonly field: string;
  /** A word for programs. */
  readonly code: string;
  /** A sentence for people: what was found and what to do. */
  readonly message: string;
}

/** Errors block a submission and an approval, warnings never do. */
export interface Findings {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}
