/**
 * The in-memory index of all markets, about 3 kB each. It reads on from the last change it has seen in the store, and
 * updates states when the next one is due.
 *
 * A query costs operations on its bit sets and one walk over a sorted index, however deep the page.
 */

import type { Store } from "@bourse/kernel";

import { createFollower } from "../ledger/follower.ts";
import { MARKET_STATES, type MarketState } from "../lifecycle/market-states.ts";
import { withoutLookAlikes } from "../text/look-alikes.ts";
import { type SearchTerm, tagKey, tokensOf } from "../text/tokens.ts";
import { BitSet } from "./bit-set.ts";
import { type MarketDocument, markets } from "./market-document.ts";
import type { MarketSort } from "./market-query.ts";
import { effectiveState, nextTransition } from "./market-state.ts";
import { marketItem } from "./market-view.ts";
import { type MarketItem } from "./market.ts";
import { Postings, termScore, termScores } from "./postings.ts";
import type { Ranking } from "./ranking.ts";
import type { ScoreClass } from "./score-classes.ts";
import { SlotSet } from "./slot-set.ts";
import { SortedIndex } from "./sorted-index.ts";

/** One market in the index. */
export interface IndexEntry extends Pick<
  MarketDocument,
  "id" | "state" | "openAt" | "lockAt" | "creatorWalletKey"
> {
  /** List item in its effective state: the same object for every list until the market changes. */
  readonly item: MarketItem;
  readonly createdAt: number;
  /** Resolution deadline; Infinity without one, so that it sorts last. */
  readonly deadline: number;
  readonly questionKey: string;
  readonly volumeKey: string;
  /** Numbers of the question's words, ascending. */
  readonly words: Int32Array;
}

/** The conditions that a market has to meet, all of them. */
export interface Filter {
  readonly states: readonly MarketState[];
  readonly tags: readonly string[];
  /** Words that must all occur. */
  readonly words: readonly SearchTerm[];
  /** Comparable form of the creator's wallet address. */
  readonly creator: string | undefined;
}

const NONE = new BitSet();

export class MarketIndex {
  readonly entries: IndexEntry[] = [];
  readonly postings: Postings = new Postings();
  /** Words of the questions with letters that look like Latin ones, by slot: with Latin letters in their place. */
  readonly disguised: Map<number, ReadonlySet<string>> = new Map();
  readonly #catchUp: () => Promise<void>;
  readonly #slotOf = new Map<string, number>();
  readonly #byTag = new Map<string, SlotSet>();
  readonly #byCreator = new Map<string, Set<number>>();
  readonly #byState = new Map(MARKET_STATES.map((state) => [state, new BitSet()] as const));
  /** Cached unions of these sets, until a state changes. */
  readonly #byStates = new Map<string, BitSet>();
  readonly #orders: Readonly<Record<MarketSort, SortedIndex<IndexEntry>>>;
  /** Slots whose state will change with time, and when the next change is due. */
  readonly #timed = new Set<number>();
  #nextDue = Infinity;
  #now = -Infinity;
  /** Buffers of the last ranking; reused by each. */
  #slots = new Uint32Array(0);
  #before = new Uint32Array(0);
  #scores = new Uint32Array(0);
  /** Result sets of the last query; reused by each. */
  readonly #found = new BitSet();
  readonly #members = new BitSet();

  constructor(store: Store) {
    const { entries } = this;
    this.#orders = {
      createdAt: new SortedIndex(entries, (entry) => entry.createdAt),
      resolutionDeadline: new SortedIndex(entries, (entry) => entry.deadline),
      questionText: new SortedIndex(entries, (entry) => entry.questionKey),
      totalVolume: new SortedIndex(entries, (entry) => entry.volumeKey),
    };
    this.#catchUp = createFollower(store, markets, (market) => this.#apply(market)).catchUp;
  }

  /** Resolves when the index holds everything that was committed before the call, with the states of `now`. */
  async at(now: number): Promise<void> {
    await this.#catchUp();
    if (now >= this.#now && now < this.#nextDue) {
      this.#now = now;
      return;
    }
    // After the clock was set back, every market may have an earlier state again.
    const due = now < this.#now ? this.entries.keys() : this.#timed;
    this.#now = now;
    this.#nextDue = Infinity;
    for (const slot of due) this.#updateState(slot);
  }

  slotOf(id: string): number | undefined {
    return this.#slotOf.get(id);
  }

  order(sort: MarketSort): SortedIndex<IndexEntry> {
    return this.#orders[sort];
  }

  /** The matching slots: read-only, and valid until the next query. */
  matches({ states, tags, words, creator }: Filter): BitSet {
    const inStates = this.#inStates(states);
    if (tags.length === 0 && words.length === 0 && creator === undefined) return inStates;
    const found = this.#found;
    found.assign(inStates);
    for (const tag of tags) found.intersect(this.#byTag.get(tagKey(tag))?.bits ?? NONE);
    for (const word of words) found.intersect(this.postings.find(word)?.markets.bits ?? NONE);
    if (creator !== undefined) found.intersect(BitSet.of(this.#byCreator.get(creator) ?? []));
    return found;
  }

  /**
   * The members of `found`, all of which contain `word`, grouped by their score, best group first. Each group is valid
   * until the next is requested. Undefined when few markets contain the word.
   */
  scoreClasses(found: BitSet, word: SearchTerm): Iterable<ScoreClass> | undefined {
    const holders = this.postings.find(word)?.markets;
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
      const holders = byWeight[weight]!;
      if (holders.size === 0) continue;
      members.intersectionOf(found, holders);
      yield { score: termScore(weight, holderCount, this.entries.length), members };
    }
  }

  /** The index by creation time, oldest first. */
  get byTime(): SortedIndex<IndexEntry> {
    return this.#orders.createdAt;
  }

  /** The scores of the members of `found`, each of which contains all words; valid until the next ranking. */
  ranking(found: BitSet, words: readonly SearchTerm[]): Ranking {
    const { slots, before, scores } = this.#scratchOf(found);
    let best = 0;
    for (const { markets, scoreByMark } of this.#termScores(words)) {
      markets.addScores(scoreByMark, slots, scores);
      best += Math.max(...scoreByMark);
    }
    const counts = countEach(scores, best);
    return { found, slots, before, scores, counts, byTime: this.byTime };
  }

  /** The score of a slot that contains all words. */
  scoreOf(slot: number, words: readonly SearchTerm[]): number {
    let score = 0;
    for (const { markets, scoreByMark } of this.#termScores(words)) {
      score += scoreByMark[markets.markOf(slot)]!;
    }
    return score;
  }

  /** The markets and scores of each word that any market contains. */
  #termScores(words: readonly SearchTerm[]): { markets: SlotSet; scoreByMark: Uint32Array }[] {
    return words
      .flatMap((word) => this.postings.find(word) ?? [])
      .map(({ markets }) => ({
        markets,
        scoreByMark: termScores(markets.size, this.entries.length),
      }));
  }

  /** Buffers for a ranking of `found`, with all scores 0. */
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

  #inStates(states: readonly MarketState[]): BitSet {
    const name = states.join();
    const kept = this.#byStates.get(name);
    if (kept !== undefined) return kept;
    const bits = new BitSet();
    for (const state of states) bits.union(this.#byState.get(state)!);
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
    const entry = entryOf(market, this.postings.add(slot, market), this.#now);
    this.entries.push(entry);
    this.#slotOf.set(market.id, slot);
    const { questionText } = market;
    const plain = withoutLookAlikes(questionText);
    if (plain !== questionText) this.disguised.set(slot, new Set(tokensOf(plain)));
    for (const tag of new Set(market.topicTags.map(tagKey))) {
      const tagged = this.#byTag.get(tag) ?? new SlotSet();
      this.#byTag.set(tag, tagged);
      tagged.add(slot);
    }
    this.#own(slot, market.creatorWalletKey);
    for (const order of Object.values(this.#orders)) order.add(slot);
    this.#byState.get(entry.item.state)!.add(slot);
    this.#byStates.clear();
    this.#schedule(slot);
  }

  /** A market's words and times never change; its state, creator's wallet and volume may. */
  #change(slot: number, market: MarketDocument): void {
    const before = this.entries[slot]!;
    const entry = entryOf(market, before.words, this.#now);
    const isMoved = before.volumeKey !== entry.volumeKey;
    if (isMoved) this.#orders.totalVolume.remove(slot);
    this.#replace(slot, entry);
    if (isMoved) this.#orders.totalVolume.add(slot);
    if (before.creatorWalletKey !== entry.creatorWalletKey) {
      this.#byCreator.get(before.creatorWalletKey ?? "")?.delete(slot);
      this.#own(slot, entry.creatorWalletKey);
    }
  }

  #own(slot: number, key: string | null): void {
    if (key === null) return;
    const owned = this.#byCreator.get(key) ?? new Set();
    this.#byCreator.set(key, owned.add(slot));
  }

  #updateState(slot: number): void {
    const entry = this.entries[slot]!;
    const state = effectiveState(entry, this.#now);
    const isSame = state === entry.item.state;
    const item = isSame ? entry.item : Object.freeze({ ...entry.item, state });
    this.#replace(slot, { ...entry, item });
  }

  #replace(slot: number, entry: IndexEntry): void {
    const before = this.entries[slot]!.item.state;
    const { state } = entry.item;
    this.entries[slot] = entry;
    if (before !== state) {
      this.#byState.get(before)!.delete(slot);
      this.#byState.get(state)!.add(slot);
      this.#byStates.clear();
    }
    this.#schedule(slot);
  }

  #schedule(slot: number): void {
    const due = nextTransition(this.entries[slot]!, this.#now);
    if (due === null) {
      this.#timed.delete(slot);
    } else {
      this.#timed.add(slot);
      this.#nextDue = Math.min(this.#nextDue, due);
    }
  }
}

/** The number of occurrences of each number up to `highest`. */
function countEach(numbers: Uint32Array, highest: number): Uint32Array {
  const counts = new Uint32Array(highest + 1);
  const { length } = numbers;
  for (let at = 0; at < length; at++) counts[numbers[at]!]!++;
  return counts;
}

function entryOf(market: MarketDocument, words: Int32Array, now: number): IndexEntry {
  const { id, state, openAt, lockAt, creatorWalletKey, createdAt, totalVolume } = market;
  return {
    id,
    state,
    openAt,
    lockAt,
    creatorWalletKey,
    createdAt,
    item: marketItem(market, effectiveState(market, now)),
    deadline: market.resolutionDeadline ?? Infinity,
    questionKey: market.questionText.toLowerCase(),
    // Digits without leading zeros compare by length first.
    volumeKey: String.fromCharCode(totalVolume.length) + totalVolume,
    words,
  };
}
