/** The format of a candle file of any kind: told by the caller, and stated by the reading. */

import { onlyIf, requireArguments } from "../require-arguments.ts";
import type { CandleFormat } from "./candle-format.ts";
import type { CsvFormat, CsvFormatOptions } from "./csv-format.ts";
import type { GapPolicy } from "./fill-gaps.ts";

/** The format of a candle file as far as it is told, and the policy for gaps. */
export interface CandleFileOptions extends CsvFormatOptions {
  /** Policy for missing candles. Default `report`. */
  readonly gaps?: GapPolicy;
}

/** Format of a columnar file, as it was read. */
export interface ColumnarFormat extends CandleFormat {
  /** Kind of the file: Apache Parquet, or Apache Arrow (Feather 2) in its file or stream form. */
  readonly dialect: "parquet" | "arrow";
}

/** Kind of a candle file. */
export type CandleFileKind = "parquet" | "arrow" | "text";

/**
 * Tells the kind of a candle file by its first eight bytes, whatever its name: Parquet (`PAR1`), Arrow (`ARROW1`, or a
 * stream), or else text.
 */
export function candleFileKind(head: Uint8Array): CandleFileKind {
  requireArguments("candleFileKind", { head }, HEAD);
  const word = String.fromCodePoint(...head.subarray(0, 8));
  if (word.startsWith("PAR1")) return "parquet";
  return word.startsWith("ARROW1") || word.startsWith("\xff\xff\xff\xff") ? "arrow" : "text";
}

const HEAD = { head: onlyIf("a Uint8Array", (value) => value instanceof Uint8Array) };

/** Format of a candle file, as it was read. */
export type CandleFileFormat = CsvFormat | ColumnarFormat;
