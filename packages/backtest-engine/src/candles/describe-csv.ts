/** The statement of a CSV file's format. */

import type { CandleField, DateOrder, RowOrder } from "./candle-format.ts";
import {
  DELIMITERS,
  type CsvDecimal,
  type CsvDelimiter,
  type CsvFormat,
  type CsvFormatOptions,
} from "./csv-format.ts";
import type { CsvLayout } from "./csv-layout.ts";
import type { CsvEncoding } from "./text-encoding.ts";
import type { TimestampUnit } from "./timestamp-unit.ts";

/** Findings of the parser. */
export interface CsvFindings {
  readonly delimiter: string;
  readonly decimal: CsvDecimal;
  readonly timestampUnit: TimestampUnit;
  readonly dateOrder: DateOrder | null;
  readonly order: RowOrder;
  /** True when the times are text without a zone. */
  readonly lacksZone: boolean;
  /** True when the turnover is the volume times a price; false when its column holds something unknown. */
  readonly isTurnover: boolean;
  readonly options: CsvFormatOptions;
  /** Number of lines above the header, or above the first candle without one. */
  readonly linesAbove: number;
  /** Abbreviations of zones that times name. */
  readonly zones: readonly string[];
  readonly encoding: CsvEncoding;
  /** Sentences on the symbols of the rows and on times that may be two. */
  readonly notes: readonly string[];
}

/** States the format of a file: what was found, told and assumed. */
export function csvFormatOf(layout: CsvLayout, findings: CsvFindings): CsvFormat {
  const { delimiter, decimal, timestampUnit, dateOrder, order } = findings;
  return {
    dialect: layout.dialect,
    delimiter: (Object.keys(DELIMITERS) as CsvDelimiter[]).find(
      (name) => DELIMITERS[name] === delimiter,
    )!, // one of the three
    decimal,
    columns: columnsOf(layout, findings.options.adjusted === true),
    timestampUnit,
    dateOrder,
    order,
    assumptions: assumptionsOf(layout, findings),
  };
}

function columnsOf({ fields, names }: CsvLayout, adjusted: boolean) {
  const columns: Partial<Record<CandleField, string>> = {};
  for (const [i, field] of fields.entries()) {
    if (field === undefined || (field === "adjustedClose" && !adjusted)) continue;
    columns[field] = names?.[i]?.trim() || `column ${i + 1}`;
  }
  return columns;
}

function assumptionsOf({ fields, names, dialect }: CsvLayout, findings: CsvFindings): string[] {
  const { lacksZone, options, dateOrder, isTurnover, linesAbove, zones, encoding, notes } =
    findings;
  const { utcOffsetMinutes: offset, timeZone, adjusted } = options;
  const nameOf = (field: CandleField): string => names?.[fields.indexOf(field)]?.trim() ?? "";
  const made: string[] = [];
  if (linesAbove > 0 && options.skipRows === undefined) {
    made.push(
      `The first ${linesAbove === 1 ? "line was" : `${linesAbove} lines were`} left out: they are no part of the table.`,
    );
  }
  if (encoding === "windows-1252" && options.encoding === undefined) {
    made.push("The text is no UTF-8: it was read as windows-1252.");
  }
  made.push(...notes);
  if (zones.length > 0) {
    made.push(`Times that name ${zones.join(" or ")} were read at the fixed offset of that zone.`);
  }
  if (options.dialect !== undefined && options.dialect !== dialect) {
    const how = names === undefined ? "place" : "names";
    made.push(
      `The dialect ${options.dialect} was told and made no difference: the columns were read by their ${how}, as those of a file of the dialect ${dialect}.`,
    );
  }
  if (names === undefined && options.columns === undefined) {
    made.push(
      `The file names no columns; they are taken in the order ${fields.map((field) => field ?? "(not used)").join(", ")}.`,
    );
    if (!isTurnover) {
      made.push(
        `It is unknown what column ${fields.indexOf("turnover") + 1} holds: it was taken as the turnover by its place, and its values are not the volume times a price.`,
      );
    }
  }
  if (lacksZone && offset === undefined && timeZone === undefined) {
    const whose = dialect.startsWith("metatrader") ? "the broker's server" : "their source";
    made.push(`The times name no zone: they are taken as UTC, not as the local time of ${whose}.`);
  }
  if (dateOrder !== null && options.dateOrder === undefined) {
    const order = dateOrder === "dmy" ? "Days come before months" : "Months come before days";
    made.push(`${order} in the dates, since some of them allow nothing else.`);
  }
  if (!fields.includes("volume")) made.push("The file has no volumes: all are 0.");
  if (/^<?tick_?vol/iu.test(nameOf("volume"))) {
    made.push("The volume is the number of ticks, not the quantity that was traded.");
  }
  if (fields.includes("adjustedClose") && adjusted !== true) {
    made.push(
      `The column ${nameOf("adjustedClose")} was not used: prices are as traded, not adjusted.`,
    );
  }
  return made;
}
