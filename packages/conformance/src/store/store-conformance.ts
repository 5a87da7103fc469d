/**
 * The suite that defines the store port; every store engine passes it.
 *
 * It needs no test framework: hand it the one you use.
 */

import {
  booleanOption,
  functionOption,
  integerOption,
  optional,
  resolveOptions,
  type Store,
  type StoreOptions,
} from "@bourse/kernel";

import { alterFile } from "./alter-file.ts";
import { boundCases, probeCases } from "./bounds.ts";
import { byteCases } from "./bytes.ts";
import type { StoreCase, StorePlace } from "./case.ts";
import { changeCases } from "./changes.ts";
import { compareAndSetCases } from "./compare-and-set.ts";
import { cursorCases } from "./cursors.ts";
import { damageCases } from "./damage.ts";
import { documentCases } from "./documents.ts";
import { accounts, items } from "./fixtures.ts";
import { indexCases } from "./indexes.ts";
import { closingCases, durabilityCases } from "./lifecycle.ts";
import { modelCases, reopenedModelCases } from "./model.ts";
import { queryCases } from "./queries.ts";
import { transactionCases } from "./transactions.ts";

/** Options of {@link storeConformance}. */
export interface StoreConformanceOptions {
  /** Registers one test: Vitest's or node:test's `test`. */
  readonly test: (name: string, run: () => Promise<void>) => unknown;
  /** Opens the store at `place`: a new name for each test, the same one when a test opens its store again. */
  readonly open: (place: string, options: StoreOptions) => Promise<Store>;
  /** True when commits survive closing and reopening the store. Default true. */
  readonly durable?: boolean;
  /** False for an engine without `maxBytes`, whose size others bound. Default true. */
  readonly bounded?: boolean;
  /** Path of the file that holds the documents of a place, to damage it. Default: see `alter`. */
  readonly fileOf?: (place: string) => string;
  /**
   * Replaces a text by another of the same length in the documents of a closed store, past the engine. Default: in the
   * file of `fileOf`; without either, the cases of damaged documents are left out.
   */
  readonly alter?: (place: string, from: string, to: string) => Promise<void>;
  /** Seed of the random histories; a failure names it. Default 1. */
  readonly seed?: number;
}

/** Registers every case of the suite. @throws KernelError OPTION_INVALID */
export function storeConformance(given: StoreConformanceOptions): void {
  const options = resolveOptions("storeConformance", given, {
    test: functionOption<StoreConformanceOptions["test"]>(),
    open: functionOption<StoreConformanceOptions["open"]>(),
    durable: booleanOption({ default: true }),
    bounded: booleanOption({ default: true }),
    fileOf: optional(functionOption<NonNullable<StoreConformanceOptions["fileOf"]>>()),
    alter: optional(functionOption<NonNullable<StoreConformanceOptions["alter"]>>()),
    seed: integerOption({ default: 1 }),
  });
  const cases: readonly StoreCase[] = [
    ...documentCases,
    ...byteCases,
    ...compareAndSetCases,
    ...indexCases,
    ...queryCases,
    ...cursorCases,
    ...transactionCases,
    ...modelCases,
    ...changeCases,
    ...(options.bounded ? boundCases : []),
    ...probeCases,
    ...closingCases,
    ...(options.durable ? [...durabilityCases, ...reopenedModelCases] : []),
    ...(options.fileOf === undefined && options.alter === undefined ? [] : damageCases),
  ];
  for (const [at, { name, run }] of cases.entries()) {
    options.test(name, () => runCase(`case-${at}`, run, options));
  }
}

interface RunOptions extends Required<Pick<StoreConformanceOptions, "open" | "seed">> {
  readonly fileOf: StoreConformanceOptions["fileOf"] | undefined;
  readonly alter: StoreConformanceOptions["alter"] | undefined;
}

async function runCase(
  name: string,
  run: StoreCase["run"],
  { open, fileOf, alter, seed }: RunOptions,
): Promise<void> {
  const opened: Store[] = [];
  const place: StorePlace = {
    seed,
    async alter(from, to) {
      if (alter !== undefined) await alter(name, from, to);
      else if (fileOf !== undefined) await alterFile(fileOf(name), from, to);
    },
    async close() {
      for (const store of opened) await store.close();
    },
    async open(options = {}) {
      const store = await open(name, { collections: [items, accounts], ...options });
      opened.push(store);
      return store;
    },
  };
  try {
    await run(place);
  } finally {
    await place.close();
  }
}
