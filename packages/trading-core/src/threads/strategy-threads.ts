/** Strategies from files: loaded, described and run in threads with limits, never in the thread that asks. */

import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";

import {
  type AnyStrategy,
  type BacktestResult,
  type Candles,
  EngineError,
  type LatestSignalOptions,
  type StrategySignal,
} from "@bourse/backtest-engine";
import { shareCandles } from "@bourse/backtest-engine/data";
import type {
  CombinationsTask,
  LookAheadAudit,
  StrategyAuditOptions,
  WalkForwardThreads,
  WindowTask,
} from "@bourse/backtest-engine/research";
import { ledgerOf } from "@bourse/backtest-engine/simulation";
import {
  createProcessPool,
  createThreadPool,
  fileName,
  type GroupedPool,
  type LoadedStrategy,
  shareMarkets,
  type StrategySource,
  type TaskOptions,
} from "@bourse/backtest-engine/threads";
import {
  absentOr,
  anyText,
  hasCode,
  objectOf,
  trueOrFalse,
  type BourseError,
  type Clock,
} from "@bourse/kernel";

import type { BacktestRequest, RunInput } from "../requests/backtest-request.ts";
import type { BacktestFigures } from "../results/run-results.ts";
import type { Markets, RunOutcome } from "../runs/run-backtest.ts";
import { runInChunks } from "./combination-chunks.ts";
import type { SentOptions, SentResult, StrategyTasks } from "./strategy-tasks.ts";
import { strategyProcessModule, strategyWorkerModule } from "./worker-module.ts";

/** Options of {@link openStrategyThreads}. */
export interface StrategyThreadsOptions {
  /**
   * Maximum number of threads that run strategies, and of those that stand beside them while files are loaded. 1–256.
   * Default: one per core that this process may use.
   */
  readonly size?: number;
  /**
   * Longest time in seconds that a run may take without a result or, in a sweep, another finished combination.
   * 1–86,400, default 300.
   */
  readonly timeLimitSeconds?: number;
  /** Most memory of a thread in megabytes. 16–1,048,576, default 1024. */
  readonly memoryLimitMegabytes?: number;
  /** Names of the settings that raise the limits, for the sentences of errors. Default: the names of these options. */
  readonly settings?: LimitSettings;
  /**
   * True to run each file in processes of its own, as a server does: what ends one, such as more plain objects than fit
   * into its heap, which ends all threads of a process, fails its own run only. Candles are sent to a process once.
   * Default false: threads of this process, for a command that runs one's own file.
   */
  readonly hasProcesses?: boolean;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
}

/** Names of the settings that raise the limits of a strategy's threads. */
export interface LimitSettings {
  /** Name of the setting of the time limit. */
  readonly time: string;
  /** Name of the setting of the memory limit. */
  readonly memory: string;
}

/** Threads that run strategies from files. */
export interface StrategyThreads {
  /**
   * Loads the default export of a module: a strategy of `defineStrategy` or `defineTrader`, or a class with `onCandle`.
   * TypeScript is run by Node.js, which strips its types. `folder`: names of files in messages and results begin there;
   * default: the file's own folder. `text`: what the file would hold, which need not exist; default: what it holds.
   *
   * @throws EngineError STRATEGY_INVALID with the place in the file; STRATEGY_FAILED when loading goes over a limit
   */
  open(file: string, folder?: string, text?: string): Promise<FileStrategy>;
  /** Ends the threads and rejects what they run. Idempotent. */
  close(): Promise<void>;
}

/**
 * A strategy from a file, as it was when it was opened. Its methods have the results of the functions of the same
 * names, and reject with their codes, or with STRATEGY_FAILED and the place in the file when its code throws or goes
 * over a limit.
 */
export interface FileStrategy {
  /** The strategy's description, for registries and requests. It decides nothing in this thread. */
  readonly strategy: AnyStrategy;
  /** Runs `backtest`. */
  backtest(candles: Candles, options: SentOptions, task?: TaskOptions): Promise<BacktestResult>;
  /** Runs the backtest of a job. */
  runJob(
    candles: Candles,
    settings: RunInput<BacktestRequest>,
    task?: TaskOptions,
  ): Promise<RunOutcome<BacktestFigures>>;
  /** Runs a portfolio, as a job does. */
  runPortfolio(
    markets: Markets,
    settings: RunInput<BacktestRequest>,
    task?: TaskOptions,
  ): Promise<RunOutcome<BacktestFigures>>;
  /** Runs `auditLookAhead`. */
  audit(
    candles: Candles,
    parameters: unknown,
    options?: StrategyAuditOptions,
    task?: TaskOptions,
  ): Promise<LookAheadAudit>;
  /** Runs `latestSignal`. */
  latestSignal(
    candles: Candles,
    parameters: unknown,
    options?: LatestSignalOptions,
    task?: TaskOptions,
  ): Promise<StrategySignal>;
  /** Threads for `sweep` and `walkForward`, together with `strategy`. */
  readonly threads: WalkForwardThreads;
  /** True if its runs have copies of their candles, so that nothing that it writes into them reaches others. */
  readonly copiesCandles: boolean;
  /** Ends the processes of this version, those that run after their task. Threads stay for other files. */
  retire(): void;
}

/**
 * Opens threads, or processes, for strategies from files. A strategy's code has all rights of this process: load your
 * own files only. What it prints goes to the standard error.
 *
 * @throws KernelError OPTION_INVALID
 */
export function openStrategyThreads(options: StrategyThreadsOptions = {}): StrategyThreads {
  objectOf({
    settings: absentOr(objectOf({ time: anyText, memory: anyText })),
    hasProcesses: absentOr(trueOrFalse),
  })("options", options);
  const { settings, hasProcesses = false, ...limits } = options;
  const defaults = { timeLimitSeconds: 300, memoryLimitMegabytes: 1024, printsToErrors: true };
  const createPool = (): StrategyPool =>
    hasProcesses
      ? createProcessPool({ module: strategyProcessModule(), ...defaults, ...limits })
      : createThreadPool({ module: strategyWorkerModule(), ...defaults, ...limits });
  const pool = createPool();
  const loading = new LoadingThreads(createPool);
  const names: Names = {
    ...(settings ?? { time: "timeLimitSeconds", memory: "memoryLimitMegabytes" }),
    worker: hasProcesses ? "process" : "thread",
  };
  return {
    async open(file, folder, text) {
      const url = pathToFileURL(file).href;
      const root =
        folder === undefined ? url.slice(0, url.lastIndexOf("/") + 1) : folderUrl(folder);
      const source: StrategySource = {
        url,
        folder: root,
        ...(text !== undefined && { texts: { [url]: text } }),
      };
      const name = fileName(url, source);
      const signal = AbortSignal.timeout(LOAD_SECONDS * 1000);
      pool.start(1); // it loads the engine meanwhile
      const loaded = await told(name, names, () => loading.describe(source, signal)).catch(
        (error: unknown) => {
          throw error === signal.reason ? slowLoad(name) : error;
        },
      );
      return fileStrategy(loaded, pool, names);
    },
    async close() {
      await Promise.all([loading.close(), pool.close({ deadlineMilliseconds: 0 })]);
    },
  };
}

/** Names for the sentences of errors. */
interface Names extends LimitSettings {
  readonly worker: "process" | "thread";
}

type StrategyPool = GroupedPool<StrategyTasks>;

/** Threads that load strategies and stand only while they do: what has stripped types runs loops worse. */
class LoadingThreads {
  readonly #createPool: () => StrategyPool;
  #pool: StrategyPool | undefined;
  #loads = 0;
  #isClosed = false;

  constructor(createPool: () => StrategyPool) {
    this.#createPool = createPool;
  }

  async describe(source: StrategySource, signal: AbortSignal): Promise<LoadedStrategy> {
    const pool = (this.#pool ??= this.#createPool());
    this.#loads += 1;
    try {
      return await pool.run("describe", { source }, { signal });
    } finally {
      this.#loads -= 1;
      if (this.#loads === 0 && !this.#isClosed) {
        this.#pool = undefined;
        await pool.close({ deadlineMilliseconds: 0 });
      }
    }
  }

  /** Ends the threads; every later load is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // A closed pool stays, and rejects.
    this.#pool ??= this.#createPool();
    await this.#pool.close({ deadlineMilliseconds: 0 });
  }
}

/** Longest time in seconds that a module may take to load, whatever its runs may take. */
const LOAD_SECONDS = 30;

function slowLoad(file: string): EngineError {
  return new EngineError(
    "STRATEGY_FAILED",
    `Strategy ${file} was not loaded within ${LOAD_SECONDS} s. Look for an endless loop or a wait outside of its functions.`,
    { details: { strategy: file } },
  );
}

function folderUrl(folder: string): string {
  return pathToFileURL(`${folder}/`).href;
}

function fileStrategy(loaded: LoadedStrategy, pool: StrategyPool, names: Names): FileStrategy {
  const hasProcesses = names.worker === "process";
  const { source, hasRule } = loaded;
  const { name } = loaded.description;
  const group = hasProcesses ? versionOf(source) : undefined;
  const ask = <Name extends keyof StrategyTasks>(
    task: Name,
    input: Omit<Parameters<StrategyTasks[Name]>[0], "source">,
    options: TaskOptions = {},
  ): Promise<Awaited<ReturnType<StrategyTasks[Name]>>> =>
    told(name, names, () =>
      pool.run(task, { ...input, source } as Parameters<StrategyTasks[Name]>[0], {
        ...options,
        ...(group !== undefined && { group }),
      }),
    ) as Promise<Awaited<ReturnType<StrategyTasks[Name]>>>;
  const combinations = (task: CombinationsTask, options?: TaskOptions): Promise<void> =>
    hasProcesses
      ? runInChunks(task, pool.load().size, (chunk) => ask("chunk", chunk, options))
      : ask("combinations", task, options);
  const threads = {
    run: (task: "combinations" | "window", input: object, options?: TaskOptions) =>
      task === "combinations"
        ? combinations(input as CombinationsTask, options)
        : ask("window", input as WindowTask, options),
    load: () => pool.load(),
    start: (count) => pool.start(count),
    ...(hasRule && {
      keepsRule: (given, signal) =>
        ask("rules", { combinations: given }, signal === undefined ? {} : { signal }),
    }),
  } as WalkForwardThreads;
  return {
    strategy: describedStrategy(loaded),
    threads,
    backtest: async (candles, options, task) =>
      received(await ask("backtest", { candles: shareCandles(candles), options }, task)),
    runJob: (candles, settings, task) =>
      ask("job", { candles: shareCandles(candles), settings }, task),
    runPortfolio: (markets, settings, task) =>
      ask("portfolio", { markets: shareMarkets(markets), settings }, task),
    audit: (candles, parameters, options = {}, task = {}) =>
      ask("audit", { candles: shareCandles(candles), parameters, options }, task),
    latestSignal: (candles, parameters, options = {}, task = {}) =>
      ask("signal", { candles: shareCandles(candles), parameters, options }, task),
    copiesCandles: hasProcesses,
    retire: () => {
      if (group !== undefined) pool.retire(group);
    },
  };
}

/** Name of one version of a file: its processes run no other. */
function versionOf({ url, texts }: Required<StrategySource>): string {
  return createHash("sha256")
    .update(JSON.stringify([url, texts]))
    .digest("hex");
}

/** A strategy that this thread knows and cannot run. */
function describedStrategy({ description, isTrader }: LoadedStrategy): AnyStrategy {
  const { name } = description;
  const elsewhere = (): never => {
    throw new EngineError(
      "STRATEGY_INVALID",
      `Strategy ${name} is in a file and runs in threads only; use the methods of the FileStrategy.`,
      { details: { strategy: name } },
    );
  };
  return isTrader
    ? { ...description, createTrader: elsewhere }
    : { ...description, decide: elsewhere };
}

function received({ trades, ...result }: SentResult): BacktestResult {
  return { ...result, trades: ledgerOf(trades, result.time) };
}

/** Errors of the threads in words about the strategy: over a limit, or a thread that its code ended. */
async function told<Result>(
  strategy: string,
  names: Names,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw inWords(error, strategy, names) ?? error;
  }
}

function inWords(error: unknown, strategy: string, names: Names): BourseError | undefined {
  if (hasCode(error, "POOL_TIME_LIMIT")) {
    const { seconds } = error.details as { readonly seconds: number };
    return failed(
      `gave no result and no progress for ${seconds} s and was ended. If it has no endless loop, raise ${names.time}`,
    );
  }
  if (hasCode(error, "POOL_MEMORY_LIMIT")) {
    const { megabytes } = error.details as { readonly megabytes: number };
    return failed(
      `held more than ${megabytes} MB of memory and was ended. If it needs more, raise ${names.memory}`,
    );
  }
  if (hasCode(error, "POOL_WORKER_CRASHED")) {
    return failed(`ended its ${names.worker}: ${error.message.replace(/\.$/u, "")}`);
  }
  return undefined;

  function failed(sentence: string): EngineError {
    return new EngineError("STRATEGY_FAILED", `Strategy ${strategy} ${sentence}.`, {
      details: { strategy },
      cause: error,
    });
  }
}
