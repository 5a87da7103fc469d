/** Opens a store in one schema of a PostgreSQL database. */

import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import {
  checksumKeyOf,
  collectionMap,
  createDocumentSums,
  functionOption,
  integerOption,
  isBourseError,
  optional,
  resolveOptions,
  RowCheck,
  STORE_OPTION_RULES,
  StoreError,
  textOption,
  type Collection,
  type Entity,
  type OptionRule,
  type OptionRules,
  type ResolvedStoreOptions,
  type Store,
  type StoreOptions,
} from "@bourse/kernel";

import { checkAddress, withoutPassword } from "./address.ts";
import { buildIndexes } from "./build-indexes.ts";
import { ClockCheck, type Clock } from "./clock-check.ts";
import { Connections } from "./connections.ts";
import { readDefinitions } from "./definitions.ts";
import { endClient } from "./end-client.ts";
import { faultOf, isCollision } from "./fault.ts";
import { forgetForeignChanges } from "./foreign-changes.ts";
import { migrate } from "./migrate.ts";
import { PostgresStore } from "./postgres-store.ts";
import {
  checkScheme,
  checkServer,
  createTables,
  createTerms,
  expand,
  hasStore,
  type SchemaPlace,
} from "./schema.ts";
import { readServerConnections, shortage } from "./server-connections.ts";
import { NOW, timeIn } from "./server-time.ts";
import { standbySessions, writerSessions } from "./writer-fence.ts";

/** Options of {@link openPostgresStore}. */
export interface PostgresStoreOptions {
  /** Address of the database: postgres://USER:PASSWORD@HOST:PORT/DATABASE; `?sslmode=…` as usual. */
  readonly url: string;
  /** Collections of the store. Default: those that the schema holds; it must exist then. */
  readonly collections?: readonly Collection<Entity>[];
  /** Schema of the tables, created when it is missing: `^[a-z][a-z0-9_]{0,39}$`. Default `bourse`. */
  readonly schema?: string;
  /** Key of the documents' checksums, or a function that returns it; see `StoreOptions`. Default: no key. */
  readonly checksumKey?: StoreOptions["checksumKey"];
  /** Idle time in milliseconds after which a transaction is rolled back. 1–600,000; default 4000. */
  readonly transactionIdleMilliseconds?: number;
  /**
   * Maximum number of connections, half of them for reads; one more while the store is watched. 2–1000; default 10.
   * Where the server has fewer left, calls wait for those that the store has.
   */
  readonly poolSize?: number;
  /** Time in milliseconds in which a connection must be there, or free. 100–60,000; default 3000. */
  readonly connectTimeoutMilliseconds?: number;
  /** Time in milliseconds that a statement may take, half of it for a lock. 100–600,000; default 5000. */
  readonly statementTimeoutMilliseconds?: number;
  /** Milliseconds for which changes are kept for watchers without a connection. 1000–86,400,000; default 600,000. */
  readonly changesKeptMilliseconds?: number;
  /**
   * Term of this process among the writers of the schema, from {@link createWriterElection}: every write is refused
   * with STORE_FENCED as soon as another term has begun, and always with null. Default: every process may write.
   */
  readonly writerTerm?: number | null;
  /** Clock behind `now()` of the store. Default: the server's. */
  readonly clock?: StoreOptions["clock"];
  /**
   * Clock of this process, which is compared with the server's by the opening and by each `probe()`: more than 2 s
   * apart are told to `warn`, more than 5 s are refused with STORE_CLOCK_WRONG. Default: they are not compared,
   * and never beside `clock`.
   */
  readonly processClock?: Clock;
  /**
   * Hears a sentence about clocks that are apart, and one about a server that has fewer connections left than the store
   * may use. Default: nobody, and the connections are not counted.
   */
  readonly warn?: (sentence: string) => void;
}

/**
 * Opens the store in `schema` of the database at `url`, together with other processes. Tables are made and follow their
 * collections; two openings at once come one after the other.
 *
 * @throws KernelError OPTION_INVALID; StoreError STORE_URL_INVALID, STORE_IO, STORE_CORRUPT (tables of another
 * program), STORE_FORMAT_UNSUPPORTED, STORE_KEY_INVALID, STORE_NOT_FOUND, STORE_CLOCK_WRONG (see `processClock`),
 * STORE_DUPLICATE (an index that is now unique over documents that collide)
 */
export async function openPostgresStore(given: PostgresStoreOptions): Promise<Store> {
  const options = resolveOptions("openPostgresStore", given, RULES);
  checkAddress(options.url);
  const connections = new Connections({ ...options, applicationName: sessionsOf(options) });
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await openSchema(options, connections);
      } catch (cause) {
        // The tables may be changed while others work on them: one of two that wait for each other is ended.
        if (attempt >= MAX_OPENINGS || !isCollision(cause)) throw cause;
      }
    }
  } catch (cause) {
    await connections.close();
    throw isBourseError(cause) ? cause : faultOf(cause, withoutPassword(options.url));
  }
}

interface Resolved
  extends
    Omit<ResolvedStoreOptions, "collections" | "maxBytes">,
    Required<
      Omit<
        PostgresStoreOptions,
        "collections" | "checksumKey" | "clock" | "writerTerm" | "processClock" | "warn"
      >
    > {
  readonly processClock: Clock | undefined;
  readonly warn: PostgresStoreOptions["warn"] | undefined;
  readonly writerTerm: number | null | undefined;
  readonly collections: PostgresStoreOptions["collections"] | undefined;
}

const schemaName: OptionRule<string> = {
  expected:
    "a name such as auth: a letter, then at most 39 letters, digits or _, all in lower case",
  accepts: (value) => typeof value === "string" && /^[a-z][a-z0-9_]{0,39}$/.test(value),
  absent: () => "bourse",
};

const RULES: OptionRules<Resolved> = {
  checksumKey: STORE_OPTION_RULES.checksumKey,
  clock: STORE_OPTION_RULES.clock,
  processClock: STORE_OPTION_RULES.clock,
  warn: optional(functionOption<(sentence: string) => void>({})),
  transactionIdleMilliseconds: integerOption({ min: 1, max: 600_000, default: 4000 }),
  collections: optional(STORE_OPTION_RULES.collections),
  url: textOption({ maxLength: 4096 }),
  schema: schemaName,
  poolSize: integerOption({ min: 2, max: 1000, default: 10 }),
  connectTimeoutMilliseconds: integerOption({ min: 100, max: 60_000, default: 3000 }),
  statementTimeoutMilliseconds: integerOption({ min: 100, max: 600_000, default: 5000 }),
  changesKeptMilliseconds: integerOption({ min: 1000, max: 86_400_000, default: 600_000 }),
  writerTerm: {
    expected: "the number of a term, or null",
    accepts: (value) => value === null || Number.isSafeInteger(value),
    absent: () => undefined,
  },
};

/** Number of the advisory lock of all openings in a database. */
const OPENING_LOCK = 0x42525345;

/** Pause in milliseconds between two questions for that lock. */
const LOCKED_MILLISECONDS = 100;

/** Time in milliseconds that an opening may wait for another one, or make an index. */
const OPENING_MILLISECONDS = 600_000;

/** Attempts of one opening. */
const MAX_OPENINGS = 5;

async function openSchema(options: Resolved, connections: Connections): Promise<Store> {
  const { schema, url } = options;
  const place = withoutPassword(url);
  const client = await connections.single(OPENING_MILLISECONDS);
  try {
    const at: SchemaPlace = { client, schema, place };
    await checkServer(at);
    const clockCheck = checkOf(options);
    await clockCheck?.compare(async () => timeIn(await client.query(NOW.text)));
    await warnOfShortage(at, options);
    await lockOpenings(at);
    await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
    const isNew = !(await hasStore(at));
    if (isNew && options.collections === undefined) throw notFound(schema, place);
    const sums = createDocumentSums(await checksumKeyOf(options.checksumKey, isNew));
    const check = new RowCheck(sums, place);
    if (isNew) await createTables(at, sums);
    await checkScheme(at, sums);
    await forgetForeignChanges((text) => client.query(text), schema);
    const named = options.collections ?? (await storedCollections(at, check));
    const own = collectionMap(named);
    const isAlone = options.collections !== undefined && (await isOnlyRelease(at, options));
    const definitions = await migrate(at, own.values(), check, isAlone);
    if (options.writerTerm !== undefined) await createTerms(at);
    await client.query("COMMIT");
    await buildIndexes(at, definitions, check);
    // From now on the next opening sees this one, and each pool has a connection to wait for.
    await connections.read(PRESENCE, []);
    // A standby refuses sessions that write.
    await connections.write(PRESENCE, []).catch(() => undefined);
    return new PostgresStore({
      ...options,
      clockCheck,
      connections,
      own,
      definitions,
      sums,
      place,
    });
  } finally {
    void endClient(client);
  }
}

/**
 * Takes the lock of openings, which ends with the connection. It is asked for again and again: a statement that waits
 * for it would hold up the one that has it, when that makes an index.
 */
async function lockOpenings({ client }: SchemaPlace): Promise<void> {
  const until = performance.now() + OPENING_MILLISECONDS;
  for (;;) {
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS taken", [OPENING_LOCK]);
    if ((rows[0] as { readonly taken: boolean }).taken) return;
    if (performance.now() >= until) {
      throw new StoreError(
        "STORE_IO",
        "Another process has been opening a store in this database for ten minutes, and nothing was changed: wait for its " +
          "end, or end it.",
        { details: { outcome: "none" } },
      );
    }
    await sleep(LOCKED_MILLISECONDS);
  }
}

function checkOf(options: Resolved): ClockCheck | undefined {
  const { clock, processClock, warn = () => undefined } = options;
  if (processClock === undefined || clock !== undefined) return undefined;
  return new ClockCheck(processClock, warn);
}

/** One more connection hears of changes. */
async function warnOfShortage({ client }: SchemaPlace, options: Resolved): Promise<void> {
  if (options.warn === undefined) return;
  const sentence = shortage(await readServerConnections(client), options.poolSize + 1);
  if (sentence !== undefined) options.warn(sentence);
}

const PRESENCE = { name: "presence", text: "SELECT 1" };

type Release = Pick<Resolved, "schema" | "collections" | "writerTerm">;

/** Name of the sessions of all processes that define the same indexes in a schema, or that may write to it in turn. */
function sessionsOf({ schema, collections, writerTerm }: Release): string {
  if (writerTerm === null) return standbySessions(schema);
  if (writerTerm !== undefined) return writerSessions(schema);
  const definitions = (collections ?? []).map(({ name, indexes }) => [name, indexes] as const);
  const text = JSON.stringify(definitions.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return `bourse ${schema} ${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}

/** True when no process of a release with other indexes has the schema open now. */
async function isOnlyRelease({ client, schema }: SchemaPlace, options: Release): Promise<boolean> {
  // Names of other users' connections are hidden; a release before these names had "bourse" for all its schemas.
  const { rowCount } = await client.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() " +
      "AND (application_name IS NULL OR application_name IN ('bourse', $3, $4) " +
      "OR starts_with(application_name, $1) AND application_name <> $2)",
    [`bourse ${schema} `, sessionsOf(options), writerSessions(schema), standbySessions(schema)],
  );
  return rowCount === 0;
}

/** The collections of a schema whose tables may be of layout 1. */
async function storedCollections(
  at: SchemaPlace,
  check: RowCheck,
): Promise<readonly Collection<Entity>[]> {
  await expand(at);
  return [...(await readDefinitions(at, check)).values()].map(({ collection }) => collection);
}

function notFound(schema: string, place: string): StoreError {
  return new StoreError(
    "STORE_NOT_FOUND",
    `There is no store in schema "${schema}" of "${place}".`,
    {
      details: { path: place },
    },
  );
}
