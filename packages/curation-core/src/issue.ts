/** One part of an input that is not acceptable; validation errors carry a list of them. */

export interface Issue {
  /** Path to the part from the body's root: member names and array indexes. */
  readonly loc: readonly (string | number)[];
  /** Sentence for people. */
  readonly msg: string;
  /** Name of the fault for programs. */
  readonly type: string;
}
