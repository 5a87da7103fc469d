// Array reads below are within the bounds of the lines, so `!` only tells the checker what the loop bounds say.

/** The lines of a file up to its first candle: what stands above the header, and the header. */

import { hasCode } from "@bourse/kernel";

import { DELIMITERS, type CsvFormatOptions } from "./csv-format.ts";
import { delimiterOf, knownFields, refuseHeader } from "./csv-header.ts";
import { detectLayout, type CsvLayout } from "./csv-layout.ts";
import { splitRecord } from "./csv-record.ts";

/** The beginning of a file. */
export interface CsvStart {
  readonly layout: CsvLayout;
  readonly delimiter: string;
  /** Row number of the header, or of the first candle without one. */
  readonly row: number;
  /** Lines of the header. */
  readonly header: readonly string[];
  /** True when the last line that was taken is a candle. */
  readonly isCandle: boolean;
}

/** Maximum number of lines above a header that is not told. */
const MAX_PREAMBLE = 100;

/** Tells whether a line is a remark: it begins with `#`, `//` or `;`, which may be the delimiter too. */
export function isRemark(line: string, delimiter: string | undefined): boolean {
  return /^\s*(?:#|\/\/)/u.test(line) || (line.startsWith(";") && delimiter !== ";");
}

/** Takes the first lines of a file until they tell its layout. */
export class CsvHead {
  readonly #options: CsvFormatOptions;
  readonly #lines: { readonly text: string; readonly row: number }[] = [];

  constructor(options: CsvFormatOptions) {
    this.#options = options;
  }

  /** The start of the file; undefined when another line is needed. @throws EngineError CANDLES_INVALID */
  take(text: string, row: number): CsvStart | undefined {
    this.#lines.push({ text, row });
    return this.#start(false);
  }

  /** The start of a file without further lines. @throws EngineError CANDLES_INVALID */
  finish(): CsvStart {
    if (this.#lines.length === 0)
      this.#lines.push({ text: "", row: (this.#options.skipRows ?? 0) + 1 });
    return this.#start(true)!; // without further lines it is found or refused
  }

  #start(isAll: boolean): CsvStart | undefined {
    const isTold = this.#options.skipRows !== undefined;
    const isEnough = isAll || isTold || this.#lines.length > MAX_PREAMBLE;
    let best: { readonly error: unknown; readonly known: number } | undefined;
    for (const [from, { text }] of this.#lines.entries()) {
      try {
        return this.#startAt(from, isAll);
      } catch (error) {
        if (!hasCode(error, "CANDLES_INVALID")) throw error;
        const known = knownFields(splitRecord(text, this.#delimiterOf(text)));
        if (best === undefined || known > best.known) best = { error, known };
        if (isTold) break;
      }
    }
    if (!isEnough) return undefined;
    throw best?.error;
  }

  #delimiterOf(text: string): string {
    const { delimiter } = this.#options;
    return delimiter === undefined ? delimiterOf(text) : DELIMITERS[delimiter];
  }

  #startAt(from: number, isAll: boolean): CsvStart | undefined {
    const { text, row } = this.#lines[from]!;
    const delimiter = this.#delimiterOf(text);
    const lines = this.#lines.slice(from).map((line) => line.text);
    const records = lines.map((line) => splitRecord(line, delimiter));
    const layout = detectLayout(records, this.#options, isAll, row);
    if (layout === undefined) return undefined;
    const { names, headerRows } = layout;
    if (from > 0 && names === undefined && this.#options.columns === undefined) {
      refuseHeader("has values and no names below other text, whose columns cannot be told", row);
    }
    const header = lines.slice(0, headerRows);
    return { layout, delimiter, row, header, isCandle: lines.length > headerRows };
  }
}
