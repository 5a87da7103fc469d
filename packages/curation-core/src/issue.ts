/** What is wrong with which part of an input: the shape in which validation is reported on the wire. */

export interface Issue {
  /** Where: names and positions from the body's root. */
  readonly loc: readonly (string | number)[];
  /** A sentence for people. */
  readonly msg: string;
  /** A word for programs. */
  readonly type: string;
}
