/** "Did you mean …?": the known name that is closest to a mistyped one. */

import { SYNONYMS } from "./synonyms.ts";

/** Maximum length of a word or name that is compared, which bounds the cost. */
const MAX_LENGTH = 64;

/** Distance up to which two names are near: one edit in three letters, or two of three parts in common. */
const NEAR = 0.34;

/**
 * Returns the candidate that `word` most probably stands for, or undefined when none is near. Letter case and the
 * separators `_`, `-` and space play no part: `takeProfit` is `take_profit`.
 *
 * Near are the same name, a synonym that people use for it (`commission` for `fee`), a name with at most one edit in
 * three letters (insert, delete, substitute, swap of neighbours), and one that shares most of its parts (`type` with
 * `order_type`, `param` with `parameters`). The nearest wins, the first of a tie. Costs O(length²) for each candidate;
 * words of more than 64 characters are never matched.
 */
export function nearestName(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const asked = partsOf(word);
  if (asked.length === 0) return undefined;
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    if (candidate.length > MAX_LENGTH) continue;
    const distance = distanceOf(asked, partsOf(candidate));
    if (distance > NEAR || distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** Share of a name's letters up to which edits are slips of the keyboard: one in four. */
const SLIP = 0.25;

/**
 * Returns the candidate that `word` most probably is a slip of: the nearest with at most one edit in four letters
 * (insert, delete, substitute, swap of neighbours). Letter case and the separators `_`, `-` and space play no part.
 *
 * Stricter than {@link nearestName}, for names that have a meaning elsewhere too: `HOSTNAME` is no slip of `HOST`.
 */
export function nearestSpelling(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const asked = partsOf(word).join("");
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const name = partsOf(candidate).join("");
    const distance = editDistance(asked, name) / Math.max(asked.length, name.length);
    if (distance > SLIP || distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** A sentence's tail, ` Did you mean "x"?`, or the empty string when nothing is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const nearest = nearestName(word, candidates);
  return nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
}

/** Parts of a name in lower case: `takeProfit_pct` has take, profit and pct. */
function partsOf(name: string): readonly string[] {
  const spaced = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, " ").toLowerCase();
  return spaced.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
}

/** Distance from 0, the same name, to 1. */
function distanceOf(asked: readonly string[], known: readonly string[]): number {
  const [word, name] = [asked.join(""), known.join("")];
  if (word === name) return 0;
  if (SYNONYMS.some((row) => row.includes(word) && row.includes(name))) return 0.01;
  const edits = editDistance(word, name) / Math.max(word.length, name.length);
  return Math.min(edits, distanceByParts(asked, known));
}

/** Distance by the parts that two names share, in any order: 1 minus the Dice coefficient. */
function distanceByParts(asked: readonly string[], known: readonly string[]): number {
  const left = [...known];
  let shared = 0;
  for (const part of asked) {
    const place = left.findIndex((other) => isSamePart(part, other));
    if (place < 0) continue;
    left.splice(place, 1);
    shared++;
  }
  return 1 - (2 * shared) / (asked.length + known.length) + 0.005; // an equal name is nearer
}

/** Returns true for the same part, an abbreviation of at least half of it, or a slip of one letter in a long one. */
function isSamePart(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length >= 3 && long.startsWith(short)) return short.length * 2 >= long.length;
  return short.length >= 5 && editDistance(a, b) <= 1;
}

function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1),
        swapped ? beforeLast[column - 2]! + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}
