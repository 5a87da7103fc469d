/** The tables of a result in files: `--table NAME=FILE`. */

import type { Metrics } from "@bourse/backtest-engine/metrics";
import {
  writeDrawdownsCsv,
  writeEquityCsv,
  writeMetricsCsv,
  writeMonthlyReturnsCsv,
  writeTradesCsv,
} from "@bourse/backtest-engine/tables";
import { tearSheet, type TearSheetRun } from "@bourse/backtest-engine/tear-sheet";
import { toArrow, toParquet, type ResultTable, type ResultTrade } from "@bourse/candles-columnar";
import { didYouMean } from "@bourse/kernel";
import { replaceFile } from "@bourse/kernel/files";

import { type Flags, UsageError } from "../command/command.ts";
import type { RUN_TABLES } from "./flag-tables.ts";

/** One table of a result: how it is written as CSV, and its rows where other formats have it too. */
export interface Table {
  /** Writes CSV. */
  readonly csv: () => string;
  /** The trades or the equity; absent for tables that are CSV alone. */
  readonly rows?: ResultTable;
}

/** Tables of a result by name. */
export type Tables = Readonly<Record<string, Table>>;

const FORMATS = { csv: undefined, arrow: toArrow, parquet: toParquet } as const;
type Format = keyof typeof FORMATS;

/** A table that was asked for. */
export interface TableFile {
  /** Name of the table. */
  readonly name: string;
  /** Path of the file. */
  readonly file: string;
  /** Format, from the end of the file's name. */
  readonly format: Format;
}

/**
 * The files of `--table`, checked before the work.
 *
 * @throws UsageError for a table that is not among `names`, one that its format does not have, and a file twice
 */
export function tableFiles(flags: Flags, names: readonly string[]): readonly TableFile[] {
  const given = flags["table"];
  const asked = Array.isArray(given) ? given : [];
  const files = asked.map((text: string) => tableFile(text, names));
  const twice = files.find(({ file }, k) => files.findIndex((one) => one.file === file) !== k);
  if (twice !== undefined) {
    throw new UsageError(
      `--table names the file ${twice.file} twice; give each table a file of its own.`,
    );
  }
  return files;
}

function tableFile(text: string, names: readonly string[]): TableFile {
  const at = text.indexOf("=");
  const [name, file] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (name === "" || file === "") {
    throw new UsageError(
      `--table takes NAME=FILE, such as metrics=metrics.csv; found ${JSON.stringify(text)}.`,
    );
  }
  if (!names.includes(name)) {
    throw new UsageError(
      `--table must name one of ${names.join(", ")}; found ${JSON.stringify(name)}.${didYouMean(name, names)}`,
    );
  }
  const ending = file.slice(file.lastIndexOf(".") + 1).toLowerCase();
  if (!Object.hasOwn(FORMATS, ending)) {
    throw new UsageError(
      `--table takes files that end in .csv, .arrow or .parquet; found ${JSON.stringify(file)}.`,
    );
  }
  if (ending !== "csv" && name !== "trades" && name !== "equity") {
    throw new UsageError(
      `--table ${name} is CSV alone: name a file that ends in .csv; found ${JSON.stringify(file)}.`,
    );
  }
  return { name, file, format: ending as Format };
}

/** Writes the tables that were asked for and returns a line on each. */
export async function writeTables(
  files: readonly TableFile[],
  tables: Tables,
): Promise<readonly string[]> {
  for (const { name, file, format } of files) {
    const table = tables[name];
    if (table === undefined) throw new TypeError(`the result has no table ${name}`);
    const write = FORMATS[format];
    const content =
      write === undefined || table.rows === undefined ? table.csv() : write(table.rows);
    await replaceFile(file, content, { mode: 0o666 });
  }
  return files.map(({ name, file }) => `Wrote ${name} to ${file}`);
}

/** The lines as one paragraph of a text; none without a line. */
export function paragraph(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [lines.join("\n")];
}

/** A run whose tables are written. */
export interface TabledRun extends Omit<TearSheetRun, "trades"> {
  /** Closed trades. */
  readonly trades: Iterable<ResultTrade>;
  /** Drawdown at each close. Default: computed. */
  readonly drawdown?: Float64Array;
}

/** The tables of a run. */
export function runTables(
  run: TabledRun,
  metrics: Metrics,
): Record<(typeof RUN_TABLES)[number], Table> {
  const trades = [...run.trades];
  const { time, equity, initialCapital, drawdown } = run;
  const rows = { time, equity, initialCapital, ...(drawdown !== undefined && { drawdown }) };
  const sheet = (): ReturnType<typeof tearSheet> => tearSheet({ ...run, trades });
  return {
    metrics: { csv: () => writeMetricsCsv(metrics) },
    trades: { csv: () => writeTradesCsv(trades), rows: trades },
    equity: { csv: () => writeEquityCsv(rows), rows },
    monthly_returns: { csv: () => writeMonthlyReturnsCsv(sheet()) },
    drawdowns: { csv: () => writeDrawdownsCsv(sheet()) },
  };
}
