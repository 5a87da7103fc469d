/** `bourse backtest dead-letters`: messages of the queue that were given up, to look at, try again or delete. */

import { setTimeout as sleep } from "node:timers/promises";

import { readEnvironment, silentLogger } from "@bourse/http/environment";
import type { Bus, DeadLetter, Store } from "@bourse/kernel";
import {
  backtestEnvironment,
  type BacktestEnvironment,
  checkBus,
  needsStoredKey,
  openBus,
  sharedBusUrl,
  STORE_COLLECTIONS,
  STORE_SCHEMA,
  storeUrl,
} from "@bourse/server-backtest/parts";
import { checkStoreExists, openStore } from "@bourse/store";
import { jobQueues } from "@bourse/trading-core";

import {
  type CommandLine,
  type CommandTable,
  type ExitCode,
  type Flags,
  type FlagTable,
  type Surroundings,
  textFlag,
  UsageError,
} from "../command/command.ts";
import { JSON_FLAG } from "./flag-tables.ts";
import { wholeFlag } from "./flag-values.ts";
import { textTable } from "./text-table.ts";

/** A letter and the queue that gave it up. */
interface QueuedLetter extends DeadLetter {
  readonly queue: string;
}

/** Largest number of letters that a bus lists. */
const MOST = 1000;
/** Time within which a queue has given up the message of a letter. */
const GIVEN_UP_MILLISECONDS = 1000;

/** Action on letters. */
type Verb = "list" | "show" | "retry" | "drop";

const QUEUE: FlagTable = {
  queue: { value: jobQueues.join("|"), description: "queue of the letters; both without it" },
};
const ALL: FlagTable = { all: { description: "all letters that there are now, instead of one" } };

/** The commands by their words. */
export const deadLetterCommands: CommandTable = {
  "dead-letters list": {
    summary: "list messages of the queue that were given up, the oldest first",
    flags: {
      ...QUEUE,
      limit: { value: "COUNT", description: `newest letters, 1 to ${MOST}`, default: "100" },
      ...JSON_FLAG,
    },
    run: (line, surroundings) => onLetters("list", line, surroundings),
  },
  "dead-letters show": {
    summary: "show the letters of a message",
    takes: [{ name: "ID", description: "id of the message" }],
    flags: QUEUE,
    run: (line, surroundings) => onLetters("show", line, surroundings),
  },
  "dead-letters retry": {
    summary: "queue the message of a letter again",
    takes: [{ name: "ID", isOptional: true, description: "id of the message, or --all" }],
    flags: { ...QUEUE, ...ALL },
    run: (line, surroundings) => onLetters("retry", line, surroundings),
  },
  "dead-letters drop": {
    summary: "delete the letters of a message",
    takes: [{ name: "ID", isOptional: true, description: "id of the message, or --all" }],
    flags: { ...QUEUE, ...ALL },
    run: (line, surroundings) => onLetters("drop", line, surroundings),
  },
};

/**
 * Opens the bus, acts on its letters and closes it.
 *
 * @throws UsageError; KernelError BUS_UNAVAILABLE; StoreError STORE_NOT_FOUND, STORE_LOCKED; HttpError
 *   ENVIRONMENT_INVALID
 */
async function onLetters(
  name: Verb,
  { flags, words: ids }: CommandLine,
  surroundings: Surroundings,
): Promise<ExitCode> {
  checkUsage(name, ids, flags);
  const queues = queuesOf(flags);
  const limit = wholeFlag(flags, "limit", [1, MOST]) ?? 100;
  const config = readEnvironment(backtestEnvironment, surroundings.variables);
  checkBus(config);
  const isShared = sharedBusUrl(config) !== undefined;
  if (name === "retry" && !isShared) {
    surroundings.stderr(QUEUED_BY_SERVER);
    return 1;
  }
  // A message that is queued again is signed like any other, for which the store may have the key.
  const isKeyNeeded = isShared && name === "retry" && (await needsStoredKey(config));
  if (isKeyNeeded && !/^postgres(ql)?:/u.test(storeUrl(config))) {
    surroundings.stderr(SIGNED);
    return 1;
  }
  const store = !isShared || isKeyNeeded ? await openLetters(config, surroundings) : undefined;
  const bus = await openBus(config, { logger: silentLogger, store });
  try {
    if (name === "list") {
      list(await lettersIn(bus, queues, limit), flags, surroundings);
      return 0;
    }
    if (flags["all"] === true) {
      surroundings.stdout(`${DONE[name]!} ${await forAll(bus, queues, name)}.`);
      return 0;
    }
    return await forOne(bus, queues, name, ids[0]!, surroundings);
  } finally {
    await bus.close();
    await store?.close();
  }
}

const QUEUED_BY_SERVER =
  "The queue is inside of the server's process, because BUS_URL is not set: no other process can queue anything there, " +
  "and the server queues each unfinished job again by itself. Jobs that failed are retried with " +
  "POST /api/jobs/{uuid}/retry, and dead-letters drop deletes the letters.";

const SIGNED =
  "The servers take signed messages only, and there is no key here: set BUS_KEY as for the servers, or STORE_URL=postgres://… " +
  "to the store that they share, which keeps their key.";

/** The store in which a queue inside of the server's process leaves its letters. */
async function openLetters(
  config: BacktestEnvironment,
  surroundings: Surroundings,
): Promise<Store> {
  const url = storeUrl(config);
  await checkStoreExists(url, STORE_SCHEMA);
  return await openStore(url, {
    collections: STORE_COLLECTIONS,
    schema: STORE_SCHEMA,
    warn: surroundings.stderr,
  });
}

const DONE: Readonly<Record<string, string>> = {
  retry: "Dead letters that were queued again:",
  drop: "Dead letters that were deleted:",
};

/** @throws UsageError when neither or both of an id and `--all` are given */
function checkUsage(name: Verb, ids: readonly string[], flags: Flags): void {
  if (name === "list" || ids.length === (flags["all"] === true ? 0 : 1)) return;
  const other = name === "show" ? "" : ", or --all";
  throw new UsageError(`dead-letters ${name} takes one ID${other}.`);
}

/** @throws UsageError for a queue that the server does not have */
function queuesOf(flags: Flags): readonly string[] {
  const queue = textFlag(flags, "queue");
  if (queue === undefined) return jobQueues;
  if (jobQueues.includes(queue)) return [queue];
  throw new UsageError(
    `--queue must be ${jobQueues.join(" or ")}, found ${JSON.stringify(queue)}.`,
  );
}

/** The newest letters of the queues, the oldest of them first. */
async function lettersIn(
  bus: Bus,
  queues: readonly string[],
  limit: number,
): Promise<readonly QueuedLetter[]> {
  const found: QueuedLetter[] = [];
  for (const queue of queues) {
    const letters = await bus.deadLetters(queue, { limit });
    found.push(...letters.map((letter) => ({ queue, ...letter })));
  }
  return found.toSorted((one, other) => one.time - other.time).slice(-limit);
}

function list(letters: readonly QueuedLetter[], flags: Flags, surroundings: Surroundings): void {
  if (flags["json"] === true) {
    surroundings.stdout(JSON.stringify(letters.map(shown), null, 2));
    return;
  }
  if (letters.length === 0) {
    surroundings.stdout("There are no dead letters.");
    return;
  }
  const rows = letters.map(({ time, queue, id, attempts, error }) => [
    new Date(time).toISOString(),
    queue,
    printable(id),
    String(attempts),
    printable(error),
  ]);
  surroundings.stdout(textTable(["time", "queue", "id", "deliveries", "error"], rows));
}

/** Shows, queues again or deletes the letters of one id. */
async function forOne(
  bus: Bus,
  queues: readonly string[],
  name: string,
  id: string,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const letters = (await lettersIn(bus, queues, MOST)).filter((letter) => letter.id === id);
  if (letters.length === 0) {
    surroundings.stderr(
      `No dead letter of ${queues.join(" or ")} has the id ${JSON.stringify(id.slice(0, 200))}.`,
    );
    return 1;
  }
  if (name === "show") {
    for (const letter of letters) surroundings.stdout(JSON.stringify(shown(letter), null, 2));
    return 0;
  }
  for (const letter of newestOfEachId(letters)) await settle(bus, letter, name);
  surroundings.stdout(`${DONE[name]!} 1.`);
  return 0;
}

/**
 * Queues the letters again that there are now, or deletes them; resolves to their number. Letters that a new attempt
 * leaves meanwhile stay.
 */
async function forAll(bus: Bus, queues: readonly string[], name: string): Promise<number> {
  let settled = 0;
  for (const queue of queues) {
    const [newest] = await bus.deadLetters(queue, { limit: 1 });
    let until = newest?.sequence ?? 0;
    while (until > 0) {
      const letters = await bus.deadLetters(queue, { limit: MOST, until });
      for (const letter of newestOfEachId(letters.map((letter) => ({ queue, ...letter })))) {
        if (await settle(bus, letter, name)) settled += 1;
      }
      until = (letters[0]?.sequence ?? 1) - 1;
    }
  }
  return settled;
}

/** One id may have been given up several times: its newest letter stands for all of them. */
function newestOfEachId(letters: readonly QueuedLetter[]): Iterable<QueuedLetter> {
  return new Map(letters.map((letter) => [`${letter.queue} ${letter.id}`, letter])).values();
}

/** Queued before it is deleted: a cut between the two leaves a letter too many, never a message too few. */
async function settle(
  bus: Bus,
  { queue, id, sequence, payload, time }: QueuedLetter,
  name: string,
): Promise<boolean> {
  if (name === "retry") {
    // A message that is just being given up is still in the queue, where its id could not be enqueued again.
    await sleep(
      Math.max(0, Math.min(GIVEN_UP_MILLISECONDS, time + GIVEN_UP_MILLISECONDS - Date.now())),
    );
    await bus.enqueue(queue, id, payload);
  }
  return await bus.removeDeadLetters(queue, id, { until: sequence });
}

function shown({ queue, id, payload, attempts, error, time }: QueuedLetter): object {
  return { queue, id, payload, deliveries: attempts, error, time: new Date(time).toISOString() };
}

/** A text on one line, without characters that a terminal could act upon. */
function printable(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
}
