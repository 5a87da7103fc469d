/** Candle files from elsewhere, read on threads of their own under limits of time and memory. */

import { EngineError, type TableOptions } from "@bourse/backtest-engine/data";
import { createWorkerPool, type PoolErrorCode } from "@bourse/backtest-engine/threads";
import { hasCode, integerOption, resolveOptions } from "@bourse/kernel";

import type { CandleFileTask } from "./candle-file-worker.ts";
import type { CandleFileReading } from "./read-candles-file.ts";
import { rowsOfBytes } from "./table-limits.ts";

/** Options of {@link createCandleFileThreads}. */
export interface CandleFileThreadsOptions {
  /** Number of files that are read at the same time, each of another owner. 1–16, default 2. */
  readonly threads?: number;
  /**
   * Maximum number of rows of a Parquet or Arrow file, which also may have no more than 10,000 and ten for each of its
   * bytes. 1–20,000,000, default 2,000,000.
   */
  readonly maxRows?: number;
  /** Longest time in seconds that one file may take. 1–3600, default 60. */
  readonly timeLimitSeconds?: number;
  /** Most memory in megabytes that one file may take. 64–16,384, default 1024. */
  readonly memoryLimitMegabytes?: number;
}

/** Options of {@link CandleFileThreads.read}. */
export interface ReadFileOptions {
  /** Name of whoever the file is from: files of one owner are read one after the other. Default: nobody's. */
  readonly owner?: string;
  /** Signal that ends the reading, which then rejects with its reason. Default: none. */
  readonly signal?: AbortSignal;
}

/** Threads that read candle files of any kind. */
export interface CandleFileThreads {
  /**
   * Reads candles as `readCandlesBytes` does.
   *
   * @throws EngineError CANDLES_INVALID as `readCandlesBytes`, and for a file that takes more time or memory than it
   * may; OPTIONS_INVALID; QUOTA_EXCEEDED while 4 files of the owner are unfinished; MARKET_DATA_UNAVAILABLE while 64
   * files wait
   */
  read(
    bytes: Uint8Array,
    options?: TableOptions,
    from?: ReadFileOptions,
  ): Promise<CandleFileReading>;
  /** Ends the threads. Idempotent. */
  close(): Promise<void>;
}

/** Maximum number of unfinished files of one owner. */
const MAX_OF_OWNER = 4;
/** Maximum number of files that wait. */
const MAX_WAITING = 64;

/**
 * Creates threads that read candle files which nobody vouches for: a few bytes can make a reader run for hours or fill
 * the memory. Such a file is refused, and its thread replaced; the other threads go on. A thread starts with its first
 * file.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createCandleFileThreads(given: CandleFileThreadsOptions = {}): CandleFileThreads {
  const options = resolveOptions<Required<CandleFileThreadsOptions>>(
    "createCandleFileThreads",
    given,
    {
      threads: integerOption({ min: 1, max: 16, default: 2 }),
      maxRows: integerOption({ min: 1, max: 20_000_000, default: 2_000_000 }),
      timeLimitSeconds: integerOption({ min: 1, max: 3600, default: 60 }),
      memoryLimitMegabytes: integerOption({ min: 64, max: 16_384, default: 1024 }),
    },
  );
  const { threads, maxRows, timeLimitSeconds, memoryLimitMegabytes } = options;
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const pool = createWorkerPool<{ read: (task: CandleFileTask) => Promise<CandleFileReading> }>({
    module: new URL(`./candle-file-worker.${ending}`, import.meta.url),
    size: threads,
    maxQueued: MAX_WAITING,
    timeLimitSeconds,
    memoryLimitMegabytes,
  });
  const words: Partial<Record<PoolErrorCode, string>> = {
    POOL_TIME_LIMIT: `${timeLimitSeconds} s`,
    POOL_MEMORY_LIMIT: `${memoryLimitMegabytes} MB`,
  };
  const turns = new OwnerTurns();
  return {
    async read(bytes, told = {}, { owner = "", signal } = {}) {
      const limits = { maxRows: Math.min(maxRows, rowsOfBytes(bytes.length)) };
      const input = { bytes, options: told, limits };
      try {
        return await turns.take(owner, signal, () =>
          pool.run("read", input, signal === undefined ? {} : { signal }),
        );
      } catch (error) {
        throw refusalOf(error, words);
      }
    },
    close: () => pool.close({ deadlineMilliseconds: 0 }),
  };
}

/** Work in the order of its coming, one at a time for each owner. */
class OwnerTurns {
  readonly #last = new Map<string, { readonly done: Promise<unknown>; readonly count: number }>();

  async take<Result>(
    owner: string,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const before = this.#last.get(owner);
    const count = (before?.count ?? 0) + 1;
    if (count > MAX_OF_OWNER) throw tooManyFiles();
    const mine = this.#after(before?.done, signal, work);
    const done = mine.catch(() => undefined);
    this.#last.set(owner, { done, count });
    try {
      return await mine;
    } finally {
      const { done: last, count: held } = this.#last.get(owner)!; // set above
      if (held === 1) this.#last.delete(owner);
      else this.#last.set(owner, { done: last, count: held - 1 });
    }
  }

  async #after<Result>(
    before: Promise<unknown> | undefined,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    await before;
    signal?.throwIfAborted();
    return await work();
  }
}

function tooManyFiles(): EngineError {
  return new EngineError(
    "QUOTA_EXCEEDED",
    `${MAX_OF_OWNER} of your files are being read, and that is the maximum. Wait for one of them to end.`,
    { details: { what: "files being read", limit: MAX_OF_OWNER, held: MAX_OF_OWNER } },
  );
}

/** The refusal of a file that was too much for its thread; any other error as it is. */
function refusalOf(error: unknown, words: Partial<Record<PoolErrorCode, string>>): unknown {
  for (const [code, most] of Object.entries(words)) {
    if (!hasCode(error, code)) continue;
    return new EngineError(
      "CANDLES_INVALID",
      `The file took more than ${most} to read. Write it anew, or import the candles as plain CSV.`,
      { details: {}, cause: error },
    );
  }
  if (!hasCode(error, "POOL_FULL")) return error;
  return new EngineError(
    "MARKET_DATA_UNAVAILABLE",
    "Too many files are being read; try again later.",
    { cause: error, details: { retryAfterMilliseconds: 5000 } },
  );
}
