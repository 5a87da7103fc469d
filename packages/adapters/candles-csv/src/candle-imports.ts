/** Imports into a folder for a service: within quotas, listed, and deleted. */

import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import {
  normaliseInterval,
  parseCandlesCsv,
  type CsvReading,
  type TableOptions,
  type TableReading,
} from "@bourse/backtest-engine/data";
import { functionOption, resolveOptions, textOption, type OptionRules } from "@bourse/kernel";
import {
  canonicalSymbol,
  checkImportQuotas,
  importQuotaRules,
  requireText,
  unknownImport,
  type CandleImports,
  type ImportCaller,
  type ImportName,
  type ImportQuotas,
} from "@bourse/trading-core/market-data";

import { checkImport, writeImport } from "./import-candles.ts";
import { readPlace, removePlace } from "./place-file.ts";
import { seriesChunks } from "./series-chunks.ts";
import { parseSeriesFile, type SeriesFile } from "./series-file.ts";
import { unlessMissing } from "./unless-missing.ts";

/** Options of {@link createCandleImports}. */
export interface CandleImportsOptions extends Partial<ImportQuotas> {
  /** Path of the folder that a CSV provider reads, created when it is absent. */
  readonly directory: string;
  /**
   * Reads the candles of a file, such as `read` of `createCandleFileThreads` in `@bourse/candles-columnar`. Default:
   * text is read on the calling thread, and Parquet and Arrow are refused.
   */
  readonly readFile?: CandleFileReader;
}

/** Reads the candles of a file of any kind. */
export type CandleFileReader = (
  bytes: Uint8Array,
  options: TableOptions,
  from: ImportCaller,
) => Promise<CsvReading | TableReading>;

/**
 * Creates the imports of a folder. Every series file in it counts for the quotas, whoever put it there; a series that
 * is replaced counts once. Imports are checked at the same time and written one after the other, so that two never take
 * one place.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createCandleImports(given: CandleImportsOptions): CandleImports {
  const options = resolveOptions("createCandleImports", given, RULES);
  const { directory, readFile } = options;
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  return {
    async import({ interval: asked, csv, bytes: given, file: told, ...series }, from = {}) {
      const interval = normaliseInterval(asked);
      const bytes = csv === undefined ? given : new TextEncoder().encode(csv);
      const reading = await readFile(bytes, { ...told, interval }, from);
      const checked = await checkImport({ ...series, interval, csv: reading });
      const { candles, file, symbol: _symbol, interval: _interval, ...report } = checked;
      await inTurn(async () => {
        from.signal?.throwIfAborted();
        const others = (await filesIn(directory)).filter(({ name }) => name !== file);
        const bytes = others.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
        const chunks = bounded(seriesChunks(candles), (added) => {
          checkImportQuotas({ series: others.length, bytes, added }, options);
        });
        await writeImport({ directory, report: checked, chunks, files: undefined });
      });
      return report;
    },
    async list() {
      const files = await filesIn(directory);
      const stored = files.map(
        async ({ name, symbol, interval, exchange = null, sizeBytes, importedAt }) => ({
          symbol,
          interval,
          exchange,
          sizeBytes,
          importedAt,
          ...(await readPlace(directory, name, sizeBytes)),
        }),
      );
      return (await Promise.all(stored)).toSorted((one, two) =>
        orderOf(one) < orderOf(two) ? -1 : 1,
      );
    },
    delete: (name) =>
      inTurn(async () => {
        const found = (await filesIn(directory)).filter((file) => isNamed(file, name));
        if (found.length === 0) throw unknownImport(name);
        for (const file of found) {
          await rm(join(directory, file.name), { force: true });
          await removePlace(directory, file.name);
        }
      }),
  };
}

async function readText(bytes: Uint8Array, options: TableOptions): Promise<CsvReading> {
  requireText(bytes);
  return parseCandlesCsv(bytes, options);
}

const RULES: OptionRules<Required<CandleImportsOptions>> = {
  directory: textOption({ maxLength: 4096 }),
  readFile: functionOption<CandleFileReader>({ default: readText }),
  ...importQuotaRules,
};

interface KeptFile extends SeriesFile {
  readonly sizeBytes: number;
  readonly importedAt: number;
}

/** Series files of the folder; a folder that does not exist is empty. */
async function filesIn(directory: string): Promise<KeptFile[]> {
  const kept: KeptFile[] = [];
  for (const name of await namesIn(directory)) {
    const file = parseSeriesFile(name);
    if (file === undefined) continue;
    const found = await unlessMissing(stat(join(directory, name)));
    if (found?.isFile() === true) {
      kept.push({ ...file, sizeBytes: found.size, importedAt: Math.trunc(found.mtimeMs) });
    }
  }
  return kept;
}

async function namesIn(directory: string): Promise<readonly string[]> {
  return (await unlessMissing(readdir(directory))) ?? [];
}

/** Passes chunks on while `check` accepts the number of their bytes. */
function* bounded(chunks: Iterable<string>, check: (bytes: number) => void): Generator<string> {
  let bytes = 0;
  for (const chunk of chunks) {
    bytes += Buffer.byteLength(chunk);
    check(bytes);
    yield chunk;
  }
}

function isNamed(file: SeriesFile, { symbol, interval, exchange }: ImportName): boolean {
  return (
    file.symbol === canonicalSymbol(symbol) &&
    file.interval === normaliseInterval(interval) &&
    file.exchange === exchange
  );
}

function orderOf({
  exchange,
  symbol,
  interval,
}: {
  readonly exchange: string | null;
  readonly symbol: string;
  readonly interval: SeriesFile["interval"];
}): string {
  return `${exchange ?? ""} ${symbol} ${interval}`;
}
