/** The choice of the entries that are delivered next. */

import type { Versioned } from "@bourse/kernel";

import { type OutboxEntryDocument, outboxEntries } from "../entries/entry-document.ts";
import type { ResolvedOutboxOptions } from "../options.ts";
import type { Groups } from "./groups.ts";

type Parts = Pick<ResolvedOutboxOptions, "store" | "name">;

/** Groups that one choice asks for at most; the next one goes on behind them. */
const MAX_STEPS = 200;

/**
 * Picks at most `limit` entries that are due: the longest overdue first, and while entries of busy groups fill a whole
 * page, one of each group in turn. So a long queue of one receiver hides nobody else's entries.
 */
export async function pickDue(
  parts: Parts,
  limit: number,
  groups: Groups,
  now: number,
): Promise<readonly OutboxEntryDocument[]> {
  const choice = new Choice(limit, groups, now);
  if (!groups.areInTurn) {
    const due = { index: "by_due", equals: [parts.name, "waiting"], range: { lte: now } } as const;
    const { items, next } = await parts.store.find(outboxEntries, { ...due, limit });
    choice.offer(items);
    groups.areInTurn = next !== null && !choice.isFull;
  }
  if (groups.areInTurn) await pickInTurn(parts, choice, groups);
  return choice.entries;
}

/** Asks one group after the other, once round at most, for the entry that is due first. */
async function pickInTurn({ store, name }: Parts, choice: Choice, groups: Groups): Promise<void> {
  const start = groups.lastAsked;
  const equals = [name, "waiting"] as const;
  let hasTurned = false;
  for (let step = 0; step < MAX_STEPS && !choice.isFull; step++) {
    const query = { index: "by_group", equals, range: { gt: groups.lastAsked }, limit: 1 } as const;
    const { items } = await store.find(outboxEntries, query);
    choice.offer(items);
    const group = items[0]?.value.group ?? null;
    groups.lastAsked = group;
    // Behind the last group the search begins again at the first, and ends where it began, or at the end once more.
    const isOver = group === null ? hasTurned || start === null : hasTurned && isFrom(group, start);
    if (isOver) {
      groups.areInTurn = choice.hasPassedOver;
      return;
    }
    hasTurned ||= group === null;
  }
}

function isFrom(group: string, start: string | null): boolean {
  return start !== null && group >= start;
}

class Choice {
  readonly entries: OutboxEntryDocument[] = [];
  /** True once an entry was due whose group has no room. */
  hasPassedOver = false;
  readonly #limit: number;
  readonly #groups: Groups;
  readonly #now: number;

  constructor(limit: number, groups: Groups, now: number) {
    this.#limit = limit;
    this.#groups = groups;
    this.#now = now;
  }

  get isFull(): boolean {
    return this.entries.length >= this.#limit;
  }

  offer(found: readonly Versioned<OutboxEntryDocument>[]): void {
    for (const { value } of found) {
      if (this.isFull || value.dueAt > this.#now) return;
      if (this.entries.some(({ id }) => id === value.id)) continue;
      if (this.#room(value.group) > 0) this.entries.push(value);
      else this.hasPassedOver = true;
    }
  }

  #room(group: string | undefined): number {
    const chosen = this.entries.filter((one) => one.group === group).length;
    return this.#groups.room(group) - chosen;
  }
}
