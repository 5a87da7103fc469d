/** Calls of the model and what came of them. */

export interface Call {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}

/** Result of a call: what it returned, or the data of its revert. */
export type Outcome =
  | { readonly done: true; readonly result: string }
  | { readonly done: false; readonly reason: string };

export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export const ZERO: string = `0x${"0".repeat(40)}`;
