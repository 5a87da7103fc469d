/** Opens the store that an address names. */

import {
  checksumKeyOf,
  createMemoryStore,
  functionOption,
  integerOption,
  optional,
  portOption,
  resolveOptions,
  STORE_OPTION_RULES,
  StoreError,
  textOption,
  type Clock,
  type OptionRules,
  type Store,
  type StoreOptions,
} from "@bourse/kernel";
import { openLowdbStore, type Warn } from "@bourse/store-lowdb";
import { openSqliteStore } from "@bourse/store-sqlite";

import { loadPostgres } from "./load-postgres.ts";
import { storeLocation } from "./store-location.ts";

/** Options of {@link openStore}. */
export interface OpenStoreOptions extends Partial<StoreOptions> {
  /** All collections that will be used. Default: those that the store at the address holds, which then must exist. */
  readonly collections?: StoreOptions["collections"];
  /** Schema in a PostgreSQL database, unless the address names one. Default `bourse`. */
  readonly schema?: string;
  /** Maximum number of connections to a PostgreSQL database, besides the one that hears of changes. Default 10. */
  readonly poolSize?: number | undefined;
  /**
   * Clock of this process, which a PostgreSQL store compares with the database's: see `PostgresStoreOptions`. Default:
   * they are not compared.
   */
  readonly processClock?: StoreOptions["clock"];
  /**
   * Term of this process among the writers of the store, in a PostgreSQL database. Default: every process may write.
   */
  readonly writerTerm?: number | null;
  /**
   * Hears when an engine holds more documents than it is for, a database has too few connections left, or its clock
   * and this machine's are apart. Default: nobody.
   */
  readonly warn?: Warn;
}

const RULES: OptionRules<OpenStoreOptions> = {
  ...STORE_OPTION_RULES,
  collections: optional(STORE_OPTION_RULES.collections),
  schema: optional(textOption()),
  poolSize: optional(integerOption({ min: 1 })),
  processClock: optional(portOption<Pick<Clock, "now">>(["now"])),
  writerTerm: {
    expected: "a whole number, or null",
    accepts: (value) => value === null || Number.isSafeInteger(value),
    absent: () => null,
  },
  warn: optional(functionOption<Warn>()),
};

/**
 * The store at `url`: `memory:`, `lowdb:PATH`, `sqlite:PATH` or `postgres://…`. Missing folders are made, for their
 * owner only. `maxBytes` is not for PostgreSQL.
 *
 * @throws STORE_URL_INVALID, OPTION_INVALID, STORE_LOCKED, STORE_CORRUPT, STORE_FORMAT_UNSUPPORTED, STORE_KEY_INVALID,
 * STORE_NOT_FOUND, STORE_DUPLICATE, STORE_CLOCK_WRONG, STORE_IO
 */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<Store> {
  const location = storeLocation(url);
  resolveOptions("openStore", options, RULES);
  const { warn, schema, writerTerm, poolSize, processClock, ...common } = options;
  switch (location.engine) {
    case "memory": {
      const { collections } = common;
      if (collections === undefined) throw nothingStored();
      // Nothing is kept, so nothing is summed; but whoever makes the key is to be asked for it all the same.
      await checksumKeyOf(common.checksumKey, true);
      return createMemoryStore({ ...common, collections });
    }
    case "lowdb":
      return openLowdbStore({
        ...common,
        path: location.path,
        ...(warn === undefined ? {} : { warn }),
      });
    case "sqlite":
      return openSqliteStore({ ...common, path: location.path });
    case "postgres": {
      const { openPostgresStore } = await loadPostgres();
      const named = location.schema ?? schema;
      return openPostgresStore({
        ...common,
        url: location.url,
        ...(named === undefined ? {} : { schema: named }),
        ...(writerTerm === undefined ? {} : { writerTerm }),
        ...(poolSize === undefined ? {} : { poolSize }),
        ...(processClock === undefined ? {} : { processClock }),
        ...(warn === undefined ? {} : { warn: (sentence) => warn(sentence, {}) }),
      });
    }
  }
}

function nothingStored(): StoreError {
  return new StoreError(
    "STORE_NOT_FOUND",
    "A store in memory begins empty, so its collections must be named when it is opened.",
  );
}
