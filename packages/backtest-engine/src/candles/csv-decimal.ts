/** The character before the fraction of a number: told, or learned from a file whose fields no comma separates. */

import { quoted, type CandleFaults } from "./candle-faults.ts";
import type { CsvDecimal } from "./csv-format.ts";
import { parseDecimalText } from "./parse-decimal.ts";

const DOT = 46;
const COMMA = 44;
/** A comma here may as well separate thousands. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2},\d{3}$/u;

export class DecimalMark {
  /** The mark, a point as long as none was seen. */
  mark: CsvDecimal;
  /** True while more rows can tell more. */
  isOpen: boolean;
  #hasComma = false;
  #row = 0;
  #text = "";

  constructor(told: CsvDecimal | undefined, mayBeComma: boolean) {
    this.mark = told ?? "point";
    this.isOpen = told === undefined && mayBeComma;
  }

  get byte(): number {
    return this.mark === "comma" ? COMMA : DOT;
  }

  /** The expectation of a number, for messages. */
  get expected(): string {
    return this.mark === "comma" ? "a number with a decimal comma" : "a decimal number";
  }

  /** Looks at the numbers of one row: the first mark decides, unless it may separate thousands. */
  learn(texts: readonly string[], row: number): void {
    for (const text of texts) {
      const found = text.trim();
      if (found.includes(",")) {
        if (!/^[+-]?\d*,\d*$/u.test(found)) continue;
        this.mark = "comma";
        if (!this.#hasComma) [this.#row, this.#text] = [row, found];
        this.#hasComma = true;
        if (THOUSANDS.test(found)) continue;
        this.isOpen = false;
      } else if (found.includes(".") && !this.#hasComma) {
        this.isOpen = false;
        return;
      }
    }
  }

  parse(text: string): number {
    return parseDecimalText(text, this.mark === "comma");
  }

  /** Refuses a file whose every comma may separate thousands. @throws EngineError CANDLES_INVALID */
  refuseIfOpen(faults: CandleFaults, candleCount: number): void {
    if (!this.isOpen || !this.#hasComma) return;
    const problem = `${quoted(this.#text)} may have a decimal comma or a comma between thousands, and no number of the file tells which; set option "decimal" to comma, or take the thousands' commas out`;
    faults.add({ row: this.#row, text: this.#text, problem });
    faults.throwIfAny(candleCount);
  }
}
