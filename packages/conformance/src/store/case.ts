/** One case of the suite, and the context that it receives. */

import type { Store, StoreOptions } from "@bourse/kernel";

/** One case: a fact about every store. */
export interface StoreCase {
  readonly name: string;
  readonly run: (place: StorePlace) => Promise<void>;
}

/** An empty place of the case's own, in which it may open a store, close it, and open it again. */
export interface StorePlace {
  /** Opens the store; by default with the collections of `fixtures.ts`. The suite closes what a case leaves open. */
  open(options?: Partial<StoreOptions>): Promise<Store>;
  /** Closes what is open at the place. */
  close(): Promise<void>;
  /** Path of the file that holds the documents; empty for an engine without one. */
  readonly file: string;
  /** Seed of the first random case. */
  readonly seed: number;
}
