/**
 * All markets as lists and searches need them, in memory: about 3 kB a market. It follows the store by the numbers of
 * changes, and the clock by the next time at which any state changes.
 *
 * A question is answered in the size of its sets of bits and one walk over an order, however deep the page.
 */

import type { Store } from "@bourse/kernel";

import { createFollower } from "../ledger/follower.ts";
import { tagKey, tokensOf } from "../text/tokens.ts";
import { BitSet } from "./bit-set.ts";
import {
  MARKET_STATES,
  type MarketDocument,
  type MarketState,
  markets,
} from "./market-document.ts";
import type { MarketSort } from "./market-query.ts";
import { effectiveState, nextTransition } from "./market-state.ts";
import { type StatelessItem, statelessItem } from "./market-view.ts";
import { Postings, worthOf, worthsOf } from "./postings.ts";
import type { Ranking } from "./ranking.ts";
import type { ScoreClass } from "./score-classes.ts";
import { SlotOrder } from "./slot-order.ts";
import { SlotSet } from "./slot-set.ts";

/** One market. */
export interface IndexEntry extends Pick<
  MarketDocument,
  "id" | "state" | "open_at" | "lock_at" | "creator_wallet_key"
> {
  readonly item: StatelessItem;
  readonly created_at: number;
  /** Infinity without one, so that it comes last. */
  readonly deadline: number;
  readonly question_key: string;
  readonly volume_key: string;
  /** Numbers of the question's words, ascending. */
  readonly words: Int32Array;
}

export interface Filter {
  readonly states: readonly MarketState[];
  readonly tags: readonly string[];
  /** Words that must all occur. */
  readonly words: readonly string[];
  /** The key of a wallet. */
  readonly creator: string | undefined;
}

const NONE = new BitSet();

export class MarketIndex {
  readonly entries: IndexEntry[] = [];
  readonly postings: Postings = new Postings();
  readonly #catchUp: () => Promise<void>;
  readonly #slotOf = new Map<string, number>();
  readonly #byTag = new Map<string, SlotSet>();
  readonly #byCreator = new Map<string, Set<number>>();
  readonly #states: MarketState[] = [];
  readonly #byState = new Map(MARKET_STATES.map((state) => [state, new BitSet()] as const));
  /** Unions of these, by their names, until a state changes. */
  readonly #byStates = new Map<string, BitSet>();
  readonly #orders: Readonly<Record<MarketSort, SlotOrder<IndexEntry>>>;
  /** Slots that the clock will move, and when the next of them is due. */
  readonly #timed = new Set<number>();
  #nextDue = Infinity;
  #now = -Infinity;
  /** Of the last ranking: made once, filled anew for each. */
  #slots = new Uint32Array(0);
  #before = new Uint32Array(0);
  #scores = new Uint32Array(0);
  /** Of the last question. */
  readonly #found = new BitSet();
  readonly #members = new BitSet();

  constructor(store: Store) {
    const { entries } = this;
    this.#orders = {
      created_at: new SlotOrder(entries, (entry) => entry.created_at),
      resolution_deadline: new SlotOrder(entries, (entry) => entry.deadline),
      question_text: new SlotOrder(entries, (entry) => entry.question_key),
      total_volume: new SlotOrder(entries, (entry) => entry.volume_key),
    };
    this.#catchUp = createFollower(store, markets, (market) => this.#apply(market)).catchUp;
  }

  /** Everything that was committed, as of `now`. */
  async at(now: number): Promise<void> {
    await this.#catchUp();
    if (now >= this.#now && now < this.#nextDue) {
      this.#now = now;
      return;
    }
    // A clock that was set back brings earlier states back: then all are asked anew.
    const due = now < this.#now ? this.entries.keys() : this.#timed;
    this.#now = now;
    this.#nextDue = Infinity;
    for (const slot of due) this.#settle(slot);
  }

  stateOf(slot: number): MarketState {
    return this.#states[slot]!;
  }

  slotOf(id: string): number | undefined {
    return this.#slotOf.get(id);
  }

  order(sort: MarketSort): SlotOrder<IndexEntry> {
    return this.#orders[sort];
  }

  /** The slots that fit, for reading, until the next question. */
  matches({ states, tags, words, creator }: Filter): BitSet {
    const inStates = this.#inStates(states);
    if (tags.length === 0 && words.length === 0 && creator === undefined) return inStates;
    const found = this.#found;
    found.become(inStates);
    for (const tag of tags) found.keepOnly(this.#byTag.get(tagKey(tag))?.bits ?? NONE);
    for (const word of words) found.keepOnly(this.postings.get(word)?.markets.bits ?? NONE);
    if (creator !== undefined) found.keepOnly(BitSet.of(this.#byCreator.get(creator) ?? []));
    return found;
  }

  /**
   * Those of `found` by what one word that all of them hold is worth to them, best first; each good until the next is
   * asked for. Undefined of a word that few markets hold.
   */
  scoreClasses(found: BitSet, word: string): Iterable<ScoreClass> | undefined {
    const holders = this.postings.get(word)?.markets;
    const byWeight = holders?.bitsByWeight;
    if (holders === undefined || byWeight === undefined) return undefined;
    return this.#scoreClassesOf(found, byWeight, holders.size);
  }

  *#scoreClassesOf(
    found: BitSet,
    byWeight: readonly BitSet[],
    holderCount: number,
  ): Generator<ScoreClass> {
    const members = this.#members;
    for (let weight = byWeight.length - 1; weight >= 0; weight--) {
      members.becomeMeet(found, byWeight[weight]!);
      yield { score: worthOf(weight, holderCount, this.entries.length), members };
    }
  }

  /** Oldest first. */
  get byTime(): SlotOrder<IndexEntry> {
    return this.#orders.created_at;
  }

  /** What the words, all of which each of `found` holds, are worth to each of them; good until the next ranking. */
  ranking(found: BitSet, words: readonly string[]): Ranking {
    const { slots, before, scores } = this.#scratchOf(found);
    let best = 0;
    for (const { markets, worth } of this.#worths(words)) {
      markets.addWorth(worth, slots, scores);
      best += Math.max(...worth);
    }
    const counts = countEach(scores, best);
    return { found, slots, before, scores, counts, byTime: this.byTime };
  }

  /** What the words are worth to a slot that holds them all. */
  scoreOf(slot: number, words: readonly string[]): number {
    let score = 0;
    for (const { markets, worth } of this.#worths(words)) score += worth[markets.markOf(slot)]!;
    return score;
  }

  /** Of each word that some market holds. */
  #worths(words: readonly string[]): { markets: SlotSet; worth: Uint32Array }[] {
    return words
      .flatMap((word) => this.postings.get(word) ?? [])
      .map(({ markets }) => ({ markets, worth: worthsOf(markets.size, this.entries.length) }));
  }

  /** Scores are 0. */
  #scratchOf(found: BitSet): Pick<Ranking, "slots" | "before" | "scores"> {
    const { length } = this.entries;
    if (this.#scores.length < length) {
      this.#slots = new Uint32Array(length * 2);
      this.#before = new Uint32Array(length);
      this.#scores = new Uint32Array(length * 2);
    }
    const slots = found.slotsInto(this.#slots, this.#before);
    const scores = this.#scores.subarray(0, slots.length).fill(0);
    return { slots, before: this.#before, scores };
  }

  /** The words of a text as the search takes them. */
  wordsOf(text: string): readonly string[] {
    return tokensOf(text);
  }

  #inStates(states: readonly MarketState[]): BitSet {
    const name = states.join();
    const kept = this.#byStates.get(name);
    if (kept !== undefined) return kept;
    const bits = new BitSet();
    for (const state of states) bits.addAll(this.#byState.get(state)!);
    this.#byStates.set(name, bits);
    return bits;
  }

  #apply(market: MarketDocument): void {
    const known = this.#slotOf.get(market.id);
    if (known === undefined) this.#add(market);
    else this.#change(known, market);
  }

  #add(market: MarketDocument): void {
    const slot = this.entries.length;
    this.entries.push(entryOf(market, this.postings.add(slot, market)));
    this.#slotOf.set(market.id, slot);
    for (const tag of new Set(market.topic_tags.map(tagKey))) {
      const tagged = this.#byTag.get(tag) ?? new SlotSet();
      this.#byTag.set(tag, tagged);
      tagged.add(slot);
    }
    this.#own(slot, market.creator_wallet_key);
    for (const order of Object.values(this.#orders)) order.add(slot);
    this.#settle(slot);
  }

  /** Words and times of a market stand; its state, creator's wallet and volume may change. */
  #change(slot: number, market: MarketDocument): void {
    const before = this.entries[slot]!;
    const entry = entryOf(market, before.words);
    const isMoved = before.volume_key !== entry.volume_key;
    if (isMoved) this.#orders.total_volume.remove(slot);
    this.entries[slot] = entry;
    if (isMoved) this.#orders.total_volume.add(slot);
    if (before.creator_wallet_key !== entry.creator_wallet_key) {
      this.#byCreator.get(before.creator_wallet_key ?? "")?.delete(slot);
      this.#own(slot, entry.creator_wallet_key);
    }
    this.#settle(slot);
  }

  #own(slot: number, key: string | null): void {
    if (key === null) return;
    const owned = this.#byCreator.get(key) ?? new Set();
    this.#byCreator.set(key, owned.add(slot));
  }

  #settle(slot: number): void {
    const entry = this.entries[slot]!;
    const before = this.#states[slot];
    const state = effectiveState(entry, this.#now);
    if (before !== state) {
      if (before !== undefined) this.#byState.get(before)!.delete(slot);
      this.#byState.get(state)!.add(slot);
      this.#byStates.clear();
      this.#states[slot] = state;
    }
    const due = nextTransition(entry, this.#now);
    if (due === null) {
      this.#timed.delete(slot);
    } else {
      this.#timed.add(slot);
      this.#nextDue = Math.min(this.#nextDue, due);
    }
  }
}

/** How often each number up to `highest` occurs. */
function countEach(numbers: Uint32Array, highest: number): Uint32Array {
  const counts = new Uint32Array(highest + 1);
  const { length } = numbers;
  for (let at = 0; at < length; at++) counts[numbers[at]!]!++;
  return counts;
}

function entryOf(market: MarketDocument, words: Int32Array): IndexEntry {
  const { id, state, open_at, lock_at, creator_wallet_key, created_at, total_volume } = market;
  return {
    id,
    state,
    open_at,
    lock_at,
    creator_wallet_key,
    created_at,
    item: statelessItem(market),
    deadline: market.resolution_deadline ?? Infinity,
    question_key: market.question_text.toLowerCase(),
    // Digits without leading zeros sort by length first.
    volume_key: String.fromCharCode(total_volume.length) + total_volume,
    words,
  };
}
