// Array reads below are within the bounds of the rows, so `!` only tells the checker what the loop bounds say.

/** The rows of one symbol in a file that may hold several. */

import { EngineError } from "../errors.ts";
import { quoted } from "./candle-faults.ts";
import { isMonotone } from "./row-policy.ts";

/** The symbol of each row, told by the row's column of symbols. */
export class SymbolRows {
  readonly #names: string[] = [];
  readonly #of: number[] = [];

  /** Takes the symbol of the row at `index`. */
  add(index: number, name: string): void {
    const last = this.#of[index - 1] ?? -1;
    let place = this.#names[last] === name ? last : this.#names.indexOf(name);
    if (place < 0 && this.#names.length < MOST) place = this.#names.push(name) - 1;
    this.#of[index] = place;
  }

  /** Number of the series that the row at `index` belongs to. */
  seriesOf(index: number): number {
    return this.#of[index] ?? 0;
  }

  /**
   * The rows of the symbol that was asked for, and a sentence on the others; all rows of a file of one symbol, or of
   * several whose times only rise or only fall.
   *
   * @throws EngineError CANDLES_INVALID naming the symbols
   */
  pick(
    time: Float64Array,
    asked: string | undefined,
    rowOf: (index: number) => number,
  ): { readonly picked?: readonly number[]; readonly note?: string } {
    if (this.#names.length < 2) return {};
    const found = asked === undefined ? -1 : this.#names.findIndex((one) => isSymbol(one, asked));
    if (found < 0) {
      if (isMonotone(time)) {
        const note = `The file names ${this.#names.length} symbols (${listed(this.#names)}), one after the other: they were read as one series.`;
        return { note };
      }
      const row = rowOf(this.#of.indexOf(1));
      const problem = `the file names several symbols: ${listed(this.#names)}; set option "symbol" to one of them`;
      throw new EngineError("CANDLES_INVALID", `row ${row}: ${problem}.`, {
        details: { count: 1, rows: [{ row, problem }] },
      });
    }
    const picked = Array.from(time, (_, i) => i).filter((i) => this.#of[i] === found);
    const others = time.length - picked.length;
    const note = `The rows of ${quoted(this.#names[found]!)} were read; ${others} of other symbols were left out.`;
    return { picked, note };
  }
}

/** Maximum number of symbols that are told apart. */
const MOST = 10_000;

/** Tells whether two spellings are one symbol: letter case and punctuation aside. */
export function isSymbol(one: string, two: string): boolean {
  const word = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  return one === two || word(one) === word(two);
}

/** The first of some names, for a sentence. */
export function listed(names: readonly string[]): string {
  const first = names.slice(0, 10).map((name) => name.slice(0, 32));
  return `${first.join(", ")}${names.length > 10 ? " …" : ""}`;
}
