/** Tasks of the threads that run strategies from files. */

import {
  type AnyStrategy,
  backtest,
  type BacktestOptions,
  type BacktestResult,
  type Candles,
  latestSignal,
  type LatestSignalOptions,
  type Parameters,
  type StrategySignal,
  type Trade,
} from "@bourse/backtest-engine";
import {
  auditLookAhead,
  type LookAheadAudit,
  type StrategyAuditOptions,
  type WindowRun,
  type WindowTask,
} from "@bourse/backtest-engine/research";
import { createStrategyRegistry, findParameterFaults } from "@bourse/backtest-engine/strategies";
import {
  answerTasks,
  type CombinationsTask,
  createShare,
  type LoadedStrategy,
  loadStrategy,
  runCombinations,
  type RunnableStrategy,
  runWindow,
  serveTasks,
  type StrategySource,
  type TaskContext,
  type TaskPort,
} from "@bourse/backtest-engine/threads";
import { systemClock } from "@bourse/kernel";

import type { BacktestRequest, RunInput } from "../requests/backtest-request.ts";
import type { BacktestFigures } from "../results/run-results.ts";
import { runBacktest, runPortfolio, type Markets, type RunOutcome } from "../runs/run-backtest.ts";
import type { ChunkRun, ChunkTask } from "./combination-chunks.ts";

/** Options of a run that another thread can be told. */
export type SentOptions = Omit<BacktestOptions, "strategy" | "registry" | "indicators" | "clock">;

/** A result as it crosses threads: its list of trades as plain objects. */
export type SentResult = Omit<BacktestResult, "trades"> & { readonly trades: readonly Trade[] };

/** Every task names the source of its strategy. */
interface Sourced {
  readonly source: StrategySource;
}

/** Tasks that the threads of strategies from files serve. */
export type StrategyTasks = {
  readonly describe: (task: Sourced) => Promise<LoadedStrategy>;
  /** One whole backtest of a job. */
  readonly job: (
    task: Sourced & {
      readonly candles: Candles;
      readonly settings: RunInput<BacktestRequest>;
    },
  ) => Promise<RunOutcome<BacktestFigures>>;
  /** One whole portfolio. */
  readonly portfolio: (
    task: Sourced & {
      readonly markets: Markets;
      readonly settings: RunInput<BacktestRequest>;
    },
  ) => Promise<RunOutcome<BacktestFigures>>;
  readonly backtest: (
    task: Sourced & { readonly candles: Candles; readonly options: SentOptions },
  ) => Promise<SentResult>;
  readonly combinations: (task: Sourced & CombinationsTask, context: TaskContext) => Promise<void>;
  /** Combinations whose figures come back, where no memory is shared. */
  readonly chunk: (task: Sourced & ChunkTask, context: TaskContext) => Promise<ChunkRun>;
  readonly window: (task: Sourced & WindowTask) => Promise<WindowRun>;
  readonly rules: (
    task: Sourced & { readonly combinations: readonly Parameters[] },
  ) => Promise<readonly boolean[]>;
  readonly audit: (
    task: Sourced & {
      readonly candles: Candles;
      readonly parameters: unknown;
      readonly options: StrategyAuditOptions;
    },
  ) => Promise<LookAheadAudit>;
  readonly signal: (
    task: Sourced & {
      readonly candles: Candles;
      readonly parameters: unknown;
      readonly options: LatestSignalOptions;
    },
  ) => Promise<StrategySignal>;
};

/** The newest version of each file that this thread has loaded. */
const loaded = new Map<
  string,
  { readonly key: string; readonly strategy: Promise<RunnableStrategy> }
>();

/**
 * Serves the tasks of strategies from files: the whole content of a worker module. `port`: that of a process; default:
 * that of this thread.
 *
 * @throws PoolError POOL_WORKER_CRASHED outside of a worker thread, without a port
 */
export function serveStrategies(port?: TaskPort): void {
  const tasks: StrategyTasks = {
    async describe({ source }) {
      try {
        return (await loadStrategy(source)).loaded;
      } finally {
        // This thread is ended when the task is: what the module printed goes before that.
        await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
      }
    },
    async job({ source, candles, settings }) {
      const strategies = createStrategyRegistry([await strategyOf(source)]);
      return runBacktest(candles, settings, strategies, systemClock);
    },
    async portfolio({ source, markets, settings }) {
      const strategy = await strategyOf(source);
      const strategies = createStrategyRegistry([strategy]);
      const run = { ...settings, strategy: strategy.name };
      return runPortfolio(markets, run, strategies, systemClock);
    },
    async backtest({ source, candles, options }) {
      const result = backtest(candles, { ...options, strategy: await strategyOf(source) });
      return { ...result, trades: result.trades.toArray() };
    },
    async combinations({ source, ...task }, { progress }) {
      const options = { ...task.options, strategy: await strategyOf(source) };
      for (const done of runCombinations({ ...task, options }, undefined)) progress(done);
    },
    async chunk({ source, ...task }, { progress }) {
      const options = { ...task.options, strategy: await strategyOf(source) };
      const share = createShare(task.combinations.length, 1, task.stretches?.length);
      for (const done of runCombinations({ ...task, options, share }, undefined)) progress(done);
      return share;
    },
    async window({ source, ...task }) {
      const options = { ...task.options, strategy: await strategyOf(source) };
      return runWindow({ ...task, options }, undefined);
    },
    async rules({ source, combinations }) {
      const strategy = await strategyOf(source);
      return combinations.map((given) => findParameterFaults(strategy, given).faults.length === 0);
    },
    audit: async ({ source, candles, parameters, options }) =>
      auditLookAhead(await strategyOf(source), parameters, candles, options),
    signal: async ({ source, candles, parameters, options }) =>
      latestSignal(await strategyOf(source), parameters, candles, options),
  };
  if (port === undefined) serveTasks(tasks);
  else answerTasks(tasks, port);
}

async function flushed(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => void stream.write("", () => resolve()));
}

async function strategyOf(source: StrategySource): Promise<AnyStrategy> {
  const key = JSON.stringify(source.texts);
  const known = loaded.get(source.url);
  if (known?.key === key) return (await known.strategy).strategy;
  const strategy = loadStrategy(source);
  loaded.set(source.url, { key, strategy });
  return (await strategy).strategy;
}
