/** `bourse backtest data fetch --symbols` and `data verify`: candles of many symbols in one folder. */

import { join } from "node:path";

import {
  applyGapPolicy,
  candleCsvChunks,
  intervalLabel,
  normaliseInterval,
} from "@bourse/backtest-engine/data";
import { readCandlesFile } from "@bourse/candles-columnar";
import { isBourseError, systemClock } from "@bourse/kernel";
import { countRange } from "@bourse/trading-core/market-data";

import {
  type ExitCode,
  type Flags,
  type Surroundings,
  textFlag,
  UsageError,
} from "../command/command.ts";
import { digestOf, openSet, readSet, type OpenSet, type SetMember } from "./candle-set.ts";
import { allowsNegative } from "./file-flags.ts";
import { symbolsFlag, timeFlag } from "./flag-values.ts";
import { isoTime } from "./iso-time.ts";
import { loadCandles, refuseFormat, refuseZone } from "./load-candles.ts";
import { progressBar, textTable } from "./text-table.ts";

/**
 * Fetches the candles of each symbol that the folder does not have yet. A symbol that fails is told, and the others go
 * on; the same command later fetches what is missing.
 *
 * @throws UsageError; StoreError STORE_LOCKED while another process fetches into the folder
 */
export async function fetchSetCommand(flags: Flags, surroundings: Surroundings): Promise<ExitCode> {
  const symbols = symbolsFlag(flags);
  const [folder, from, to] = ["out", "from", "to"].map((name) => textFlag(flags, name));
  if (folder === undefined || from === undefined || to === undefined) {
    throw new UsageError(
      "data fetch --symbols needs --out FOLDER, --from and --to: a run that goes on later fetches the same candles.",
    );
  }
  for (const name of ["symbol", "limit", "csv", "json"]) {
    if (flags[name] === undefined) continue;
    throw new UsageError(`--${name} and --symbols exclude each other.`);
  }
  refuseFormat(flags);
  refuseZone(flags);
  const [startTime, endTime] = [timeFlag(flags, "from")!, timeFlag(flags, "to")!];
  if (startTime >= endTime) throw new UsageError("--from must be before --to.");
  const interval = normaliseInterval(textFlag(flags, "interval") ?? "1h");
  const terms = {
    interval: intervalLabel(interval),
    from: isoTime(startTime),
    to: isoTime(endTime),
    exchange: textFlag(flags, "exchange") ?? null,
    gaps: textFlag(flags, "gaps") ?? "report",
  };
  const expected = countRange(interval, { startTime, endTime }, systemClock.now());
  const set = await openSet(folder, terms, symbols);
  const failed: string[] = [];
  try {
    for (const [at, symbol] of symbols.entries()) {
      if (await isThere(folder, set, symbol)) {
        surroundings.stdout(`${symbol}: already there`);
        continue;
      }
      const progress = (text: string): void => {
        const received = Number(/: (\d+) candles$/u.exec(text)?.[1] ?? 0);
        const share = (at + Math.min(1, received / Math.max(1, expected))) / symbols.length;
        surroundings.progress?.(text === "" ? "" : `${progressBar(share)}  ${text}`);
      };
      progress(`${symbol} ${terms.interval}`);
      try {
        const loaded = await loadCandles({ ...flags, symbol }, { ...surroundings, progress }, true);
        const { candles, source } = loaded;
        const { gaps, missing } = applyGapPolicy(
          candles,
          "report",
          interval,
          undefined,
          allowsNegative(flags),
        ).report;
        await set.add(symbol, candleCsvChunks(candles), {
          records: candles.length,
          first: isoTime(candles.time[0]!),
          last: isoTime(candles.time.at(-1)!),
          gaps: gaps.length,
          missing,
          source,
        });
        surroundings.stdout(
          `${symbol}: ${candles.length} candles, ${missing} missing in ${gaps.length} gaps, source ${source}`,
        );
      } catch (error) {
        if (!isBourseError(error)) throw error;
        surroundings.stderr(`${symbol}: ${error.code}: ${error.message}`);
        failed.push(symbol);
      }
    }
  } finally {
    set.close();
  }
  if (failed.length === 0) return 0;
  surroundings.stderr(
    `${failed.length} of ${symbols.length} symbols failed; the same command tries them again.`,
  );
  return 1;
}

/** Compares each file of a set with its checksum and reads all of its candles. 1 when one is wrong or missing. */
export async function verifySetCommand(
  folder: string | undefined,
  flags: Flags,
  surroundings: Surroundings,
): Promise<ExitCode> {
  if (folder === undefined)
    throw new UsageError("data verify needs the FOLDER of data fetch --symbols.");
  const { symbols, files, interval, from, to } = await readSet(folder);
  const rows = [];
  for (const symbol of symbols) {
    const member = files[symbol];
    rows.push({ symbol, ...member, verdict: await verdictOf(folder, member) });
  }
  const isWhole = rows.every(({ verdict }) => verdict === "ok");
  if (flags["json"] === true)
    surroundings.stdout(JSON.stringify({ interval, from, to, rows }, null, 2));
  else {
    surroundings.stdout(
      textTable(
        ["symbol", "candles", "gaps", "missing", "source", "verdict"],
        rows.map(({ symbol, records, gaps, missing, source, verdict }) => [
          symbol,
          String(records ?? "-"),
          String(gaps ?? "-"),
          String(missing ?? "-"),
          source ?? "-",
          verdict,
        ]),
      ),
    );
  }
  return isWhole ? 0 : 1;
}

async function verdictOf(folder: string, member: SetMember | undefined): Promise<string> {
  if (member === undefined) return "not fetched yet";
  const digest = await digestOf(folder, member.file);
  if (digest === undefined) return "the file is gone";
  if (digest !== member.sha256) return "the file was changed";
  const { candles } = await readCandlesFile(join(folder, member.file), {
    allowNegativePrices: true, // the set was checked when it was made
  });
  return candles.length === member.records ? "ok" : "another number of candles";
}

async function isThere(folder: string, { members }: OpenSet, symbol: string): Promise<boolean> {
  const member = members.get(symbol);
  return member !== undefined && (await digestOf(folder, member.file)) === member.sha256;
}
