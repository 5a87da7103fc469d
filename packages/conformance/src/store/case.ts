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
  /** Replaces a text by another of the same length in the stored documents, past the engine, when all is closed. */
  alter(from: string, to: string): Promise<void>;
  /** Seed of the first random case. */
  readonly seed: number;
}
