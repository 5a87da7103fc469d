/** `bourse-backtest dead-letters`: messages of the queue that were given up, to look at, try again or delete. */

import { setTimeout as sleep } from "node:timers/promises";

import { readEnvironment, silentLogger, type ExitCode } from "@bourse/http";
import type { Bus, DeadLetter, Store } from "@bourse/kernel";
import { checkStoreExists, openStore } from "@bourse/store";

import { checkBus } from "../check-bus.ts";
import { backtestEnvironment, type BacktestEnvironment } from "../environment.ts";
import { JOB_QUEUES } from "../job-queues.ts";
import { openBus, sharedBusUrl } from "../open-bus.ts";
import { STORE_COLLECTIONS, STORE_SCHEMA, storeUrl } from "../store-url.ts";
import { textFlag, UsageError, wholeFlag, type CommandLine, type Flags } from "./command-line.ts";
import type { Variables } from "./load-candles.ts";
import type { LongCommandOutput } from "./long-command-output.ts";
import { textTable } from "./text-table.ts";

/** A letter and the queue that gave it up. */
interface QueuedLetter extends DeadLetter {
  readonly queue: string;
}

/** Largest number of letters that a bus lists. */
const MOST = 1000;
/** Time within which a queue has given up the message of a letter. */
const GIVEN_UP_MILLISECONDS = 1000;

/**
 * Runs the command.
 *
 * @throws UsageError; KernelError BUS_UNAVAILABLE; StoreError STORE_NOT_FOUND, STORE_LOCKED; HttpError
 *   ENVIRONMENT_INVALID
 */
export async function deadLettersCommand(
  { flags, positionals }: CommandLine,
  variables: Variables,
  output: LongCommandOutput,
): Promise<ExitCode> {
  const [name = "", ...ids] = positionals;
  checkUsage(name, ids, flags);
  const queues = queuesOf(flags);
  const limit = wholeFlag(flags, "limit", [1, MOST]) ?? 100;
  const config = readEnvironment(backtestEnvironment, variables);
  checkBus(config);
  const isShared = sharedBusUrl(config) !== undefined;
  if (name === "retry" && !isShared) {
    output.stderr(QUEUED_BY_SERVER);
    return 1;
  }
  const store = isShared ? undefined : await openLetters(config, output);
  const bus = await openBus(config, { logger: silentLogger, store });
  try {
    if (name === "list") {
      list(await lettersIn(bus, queues, limit), flags, output);
      return 0;
    }
    if (flags["all"] === true) {
      output.stdout(`${DONE[name]!} ${await forAll(bus, queues, name)}.`);
      return 0;
    }
    return await forOne(bus, queues, name, ids[0]!, output);
  } finally {
    await bus.close();
    await store?.close();
  }
}

const QUEUED_BY_SERVER =
  "The queue is inside of the server's process, because BUS_URL is not set: no other process can queue anything there, " +
  "and the server queues each unfinished job again by itself. Jobs that failed are retried with " +
  "POST /api/jobs/{uuid}/retry, and dead-letters drop deletes the letters.";

/** The store in which a queue inside of the server's process leaves its letters. */
async function openLetters(config: BacktestEnvironment, output: LongCommandOutput): Promise<Store> {
  const url = storeUrl(config);
  await checkStoreExists(url, STORE_SCHEMA);
  return await openStore(url, {
    collections: STORE_COLLECTIONS,
    schema: STORE_SCHEMA,
    warn: output.stderr,
  });
}

const DONE: Readonly<Record<string, string>> = {
  retry: "Dead letters that were queued again:",
  drop: "Dead letters that were deleted:",
};

function checkUsage(name: string, ids: readonly string[], flags: Flags): void {
  if (name === "list") return;
  const isForAll = flags["all"] === true;
  if (ids.length !== (isForAll ? 0 : 1)) {
    const other = name === "show" ? "" : ", or --all";
    throw new UsageError(`dead-letters ${name} takes one ID${other}.`);
  }
}

/** @throws UsageError for a queue that the server does not have */
function queuesOf(flags: Flags): readonly string[] {
  const queue = textFlag(flags, "queue");
  if (queue === undefined) return JOB_QUEUES;
  if (JOB_QUEUES.includes(queue)) return [queue];
  throw new UsageError(
    `--queue must be ${JOB_QUEUES.join(" or ")}, found ${JSON.stringify(queue)}.`,
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

function list(letters: readonly QueuedLetter[], flags: Flags, output: LongCommandOutput): void {
  if (flags["json"] === true) {
    output.stdout(JSON.stringify(letters.map(shown), null, 2));
    return;
  }
  if (letters.length === 0) {
    output.stdout("There are no dead letters.");
    return;
  }
  const rows = letters.map(({ time, queue, id, attempts, error }) => [
    new Date(time).toISOString(),
    queue,
    printable(id),
    String(attempts),
    printable(error),
  ]);
  output.stdout(textTable(["time", "queue", "id", "deliveries", "error"], rows));
}

/** Shows, queues again or deletes the letters of one id. */
async function forOne(
  bus: Bus,
  queues: readonly string[],
  name: string,
  id: string,
  output: LongCommandOutput,
): Promise<ExitCode> {
  const letters = (await lettersIn(bus, queues, MOST)).filter((letter) => letter.id === id);
  if (letters.length === 0) {
    output.stderr(
      `No dead letter of ${queues.join(" or ")} has the id ${JSON.stringify(id.slice(0, 200))}.`,
    );
    return 1;
  }
  if (name === "show") {
    for (const letter of letters) output.stdout(JSON.stringify(shown(letter), null, 2));
    return 0;
  }
  for (const letter of newestOfEachId(letters)) await settle(bus, letter, name);
  output.stdout(`${DONE[name]!} 1.`);
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
