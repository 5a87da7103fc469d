/** `bourse backtest data import` and `data fetch`: candles in from a file, or in from an exchange and out to a file. */

import { stat } from "node:fs/promises";
import { join } from "node:path";

import { candleCsvChunks, intervalLabel, normaliseInterval } from "@bourse/backtest-engine/data";
import { readCandlesFile } from "@bourse/candles-columnar";
import { importCandles, type ImportReport } from "@bourse/candles-csv";
import { readEnvironment } from "@bourse/http/environment";
import { replaceFile } from "@bourse/kernel/files";
import { backtestEnvironment } from "@bourse/server-backtest/parts";

import {
  type ExitCode,
  type Flags,
  type Surroundings,
  textFlag,
  UsageError,
} from "../command/command.ts";
import { describeFormat, fileOptions } from "./file-flags.ts";
import { importFolder } from "./import-folder.ts";
import { isoTime } from "./iso-time.ts";
import { loadCandles, refuseZone } from "./load-candles.ts";
import { importCalendar } from "./option-flags.ts";

const unitWords = {
  s: "times in seconds",
  ms: "times in milliseconds",
  us: "times in microseconds",
  ns: "times in nanoseconds",
  iso: "times in ISO 8601",
} as const;

/** Puts a candle file, or those of a folder, where the server looks for them; all rows are checked first. */
export async function importCommand(
  file: string | undefined,
  flags: Flags,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const symbol = textFlag(flags, "symbol");
  const interval = textFlag(flags, "interval");
  const exchange = textFlag(flags, "exchange");
  const { CSV_DIR, DATA_DIR } = readEnvironment(backtestEnvironment, surroundings.variables);
  const directory = CSV_DIR ?? join(DATA_DIR, "csv");
  if (file !== undefined && (await stat(file)).isDirectory()) {
    const length = interval === undefined ? undefined : normaliseInterval(interval);
    return await importFolder(file, { directory, interval: length }, flags, surroundings);
  }
  if (file === undefined || symbol === undefined || interval === undefined) {
    throw new UsageError("data import needs FILE, --symbol and --interval.");
  }
  const length = normaliseInterval(interval);
  const done = await importCandles({
    directory,
    symbol: symbol.toUpperCase(),
    interval: length,
    ...(exchange === undefined ? {} : { exchange }),
    csv: await readCandlesFile(file, { ...fileOptions(flags), interval: length }),
    ...importCalendar(flags),
  });
  const { gaps, records } = done;
  if (flags["json"] === true)
    surroundings.stdout(JSON.stringify({ ...done, gaps: gaps.length }, null, 2));
  else {
    const filled = done.filled === 0 ? "" : `, filled with ${done.filled} candles`;
    surroundings.stdout(
      [
        `Imported ${records} candles as ${done.file}; ${gaps.length} gaps${filled}; ${unitWords[done.timestampUnit]}${done.timeZone === "UTC" ? "" : ` of ${done.timeZone}`}, from ${isoTime(done.firstTimestamp)} to ${isoTime(done.lastTimestamp)}${placeWords(done)}.`,
        ...describeFormat(done.format),
      ].join("\n"),
    );
  }
  return 0;
}

/** The calendar and the candles of a year in words, where a zone or a calendar was told. */
function placeWords({ calendar, timeZone, barsPerYear }: ImportReport): string {
  if (calendar === undefined && timeZone === "UTC") return "";
  const hours = calendar === undefined ? "" : `; hours of ${calendar}`;
  return `${hours}; ${barsPerYear} candles a year`;
}

/** Brings candles into the cache, and with `--out` into a file. */
export async function fetchCommand(flags: Flags, surroundings: Surroundings): Promise<void> {
  refuseZone(flags);
  const { candles, symbol, interval, source } = await loadCandles(flags, surroundings, true);
  const file = textFlag(flags, "out");
  if (file !== undefined) await replaceFile(file, candleCsvChunks(candles), { mode: 0o666 });
  const first = isoTime(candles.time[0] ?? 0);
  const last = isoTime(candles.time.at(-1) ?? 0);
  const length = interval === undefined ? null : intervalLabel(interval);
  surroundings.stdout(
    flags["json"] === true
      ? JSON.stringify(
          {
            symbol,
            interval: length,
            records: candles.length,
            first,
            last,
            source,
            file: file ?? null,
          },
          null,
          2,
        )
      : `${candles.length} candles of ${symbol} ${length ?? ""} from ${first} to ${last}, source ${source}${file === undefined ? "" : `, written to ${file}`}`,
  );
}
