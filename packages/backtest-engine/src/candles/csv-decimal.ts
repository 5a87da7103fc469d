/**
 * The character before the fraction of a number: told, or learned from the numbers. Where commas separate the fields it
 * is a point, and a file that only shows quoted commas is refused.
 */

import { quoted, type CandleFaults } from "./candle-faults.ts";
import type { CsvDecimal } from "./csv-format.ts";
import { parseDecimalText } from "./parse-decimal.ts";

const DOT = 46;
const COMMA = 44;
/** A comma here may as well separate thousands. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2},\d{3}$/u;
/** Thousands between commas, also those of India (`1,23,456`), with a decimal point. */
const COMMA_GROUPS = /^[+-]?[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/u;
/** Thousands between points, with a decimal comma. */
const DOT_GROUPS = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/u;
/** A sign of a currency before or after a number. */
const CURRENCY = /^([+-]?)\s*[$€£¥₹]\s*|\s*[$€£¥₹]$/u;
/** Spaces and apostrophes between thousands. */
const SPACED = /^[+-]?\d{1,3}(?:[ '’\u00a0\u202f]\d{3})+(?:[.,]\d*)?$/u;
const SUFFIX = /^(.*\d)\s?([KMBT])$/iu;
const EXPONENTS: Readonly<Record<string, string>> = { K: "e3", M: "e6", B: "e9", T: "e12" };

export class DecimalMark {
  /** The mark, a point as long as none was seen. */
  mark: CsvDecimal;
  /** True while more rows can tell more. */
  isOpen: boolean;
  #hasComma = false;
  #row = 0;
  #text = "";

  readonly #mayBeComma: boolean;

  constructor(told: CsvDecimal | undefined, mayBeComma: boolean) {
    this.mark = told ?? "point";
    this.isOpen = told === undefined;
    this.#mayBeComma = mayBeComma;
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
    for (const text of texts.map(bare)) {
      const mark = markOf(text);
      if (mark === undefined) continue;
      if (mark === "point") {
        if (this.#hasComma && this.#mayBeComma && this.#row < row) continue;
        return this.decide("point");
      }
      if (!this.#hasComma) [this.#hasComma, this.#row, this.#text] = [true, row, text];
      if (!this.#mayBeComma) continue;
      this.mark = "comma";
      if (mark === "comma") return this.decide("comma");
    }
  }

  decide(mark: CsvDecimal): void {
    this.mark = mark;
    this.isOpen = false;
  }

  /** The number that a cell holds: currency signs, thousands and, for a `quantity`, K, M, B and T aside. */
  parse(text: string, isQuantity = false): number {
    const isComma = this.mark === "comma";
    const number = parseDecimalText(text, isComma);
    if (number === number) return number; // no NaN
    const [, digits, suffix = ""] = (isQuantity ? SUFFIX.exec(bare(text)) : null) ?? [
      "",
      bare(text),
    ];
    const groups = isComma ? DOT_GROUPS : COMMA_GROUPS;
    const spaced = SPACED.test(digits!) ? digits!.replaceAll(/[ '’\u00a0\u202f]/gu, "") : digits!;
    const plain = groups.test(spaced) ? spaced.replaceAll(isComma ? "." : ",", "") : spaced;
    return parseDecimalText(`${plain}${EXPONENTS[suffix.toUpperCase()] ?? ""}`, isComma);
  }

  /** Refuses a file whose every comma may separate thousands. @throws EngineError CANDLES_INVALID */
  refuseIfOpen(faults: CandleFaults, candleCount: number): void {
    if (!this.isOpen || !this.#hasComma) return;
    const problem = `${quoted(this.#text)} may have a decimal comma or a comma between thousands, and no number of the file tells which; set option "decimal" to comma or point`;
    faults.add({ row: this.#row, text: this.#text, problem });
    faults.throwIfAny(candleCount);
  }
}

/** A number without spaces around it and without the sign of a currency. */
function bare(text: string): string {
  const found = text.trim();
  return /^[\d.,]+$/u.test(found) ? found : found.replace(CURRENCY, "$1").trim();
}

/** The decimal mark that a number shows; `open` for one comma that may separate thousands; undefined for none. */
function markOf(text: string): CsvDecimal | "open" | undefined {
  const number = text.replace(/\s?[KMBT]$/iu, "");
  if (!number.includes(",")) {
    if (/^[+-]?[1-9]\d{0,2}(?:\.\d{3}){2,}$/u.test(number)) return "comma";
    return /^[+-]?\d*\.\d*$/u.test(number) ? "point" : undefined;
  }
  if (THOUSANDS.test(number)) return "open";
  if (COMMA_GROUPS.test(number)) return "point";
  return DOT_GROUPS.test(number) || /^[+-]?\d*,\d*$/u.test(number) ? "comma" : undefined;
}
