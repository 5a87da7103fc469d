/** The operator's own strategies: the files of STRATEGIES_DIR, loaded again when they change. */

import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import {
  createStrategyRegistry,
  type StrategyProblem,
  type StrategyRegistry,
} from "@bourse/backtest-engine/strategies";
import type { HttpLogger } from "@bourse/http";
import { isBourseError, KernelError, pauseInBackground, systemClock } from "@bourse/kernel";
import { openStrategyThreads, type FileStrategy } from "@bourse/trading-core/threads";

import type { BacktestEnvironment } from "./environment.ts";

/** The strategies of this server, those in files included. */
export interface StrategiesFolder {
  /** The built-in strategies and those in files, as they are now. */
  readonly registry: StrategyRegistry;
  /** Finds a strategy in a file by its name. */
  readonly file: (name: string) => FileStrategy | undefined;
  /** Looks at the folder, and loads its strategies again when anything in it has changed. */
  readonly refresh: () => Promise<void>;
  /** Looks no more, and ends the processes. */
  close(): Promise<void>;
}

type Settings = Pick<
  BacktestEnvironment,
  "STRATEGIES_DIR" | "STRATEGY_SECONDS" | "STRATEGY_MEGABYTES" | "WORKERS"
>;

/** Time between two looks at the folder. Notices of the file system do not come from every network disk. */
const LOOK_MILLISECONDS = 1000;

/** Files of the folder itself that hold a strategy. Those in its subfolders may be imported by them. */
const STRATEGY_FILE = /^[^._].*(?<!\.d)(?<!\.test)\.m?[jt]s$/u;

/** A strategy with the file that it comes from. */
interface Held {
  readonly strategy: FileStrategy;
  readonly digests: string;
}

/**
 * Loads the strategies of STRATEGIES_DIR and begins to look at it. A file that cannot be loaded is told in the log and
 * as a problem of the registry, and the others run; a version that was loaded before stays.
 *
 * @throws KernelError OPTION_INVALID when there is no such folder, and when two strategies have one name
 */
export async function openStrategiesFolder(
  config: Settings,
  logger: Pick<HttpLogger, "info" | "warn">,
): Promise<StrategiesFolder> {
  const builtIn = createStrategyRegistry();
  if (config.STRATEGIES_DIR === undefined) {
    const nothing = (): Promise<void> => Promise.resolve();
    return { registry: builtIn, file: () => undefined, refresh: nothing, close: nothing };
  }
  const folder = resolve(config.STRATEGIES_DIR);
  const processes = openStrategyThreads({
    size: config.WORKERS,
    timeLimitSeconds: config.STRATEGY_SECONDS,
    memoryLimitMegabytes: config.STRATEGY_MEGABYTES,
    settings: { time: "STRATEGY_SECONDS", memory: "STRATEGY_MEGABYTES" },
    hasProcesses: true,
  });
  const held = new Map<string, Held>();
  let problems: readonly StrategyProblem[] = [];
  let seen = "";
  const find = (name: string): FileStrategy | undefined =>
    [...held.values()].find(({ strategy }) => strategy.strategy.name === name)?.strategy;

  /** Loads one file. Returns its problem, if it has one. */
  async function loadFile(file: string): Promise<StrategyProblem | undefined> {
    try {
      const strategy = await processes.open(join(folder, file), folder);
      const { name, files } = strategy.strategy;
      const other = [...held].find(
        ([key, one]) => key !== file && one.strategy.strategy.name === name,
      );
      if (builtIn.has(name)) {
        return {
          file,
          message: `${file} defines the strategy ${name}, which is built in. Give it another name.`,
        };
      }
      if (other !== undefined) {
        return {
          file,
          message: `${file} defines the strategy ${name}, and so does ${other[0]}. Give one of them another name.`,
        };
      }
      const digests = JSON.stringify(files);
      if (held.get(file)?.digests === digests) return undefined;
      logger.info({ file, strategy: name, files }, "loaded a strategy");
      held.get(file)?.strategy.retire();
      held.set(file, { strategy, digests });
      return undefined;
    } catch (error) {
      if (!isBourseError(error)) throw error;
      return { file, message: error.message };
    }
  }

  async function look(): Promise<void> {
    const state = await stateOf(folder);
    if (state === seen) return;
    seen = state;
    const files = (await readdir(folder, { withFileTypes: true }))
      .filter((entry) => !entry.isDirectory() && STRATEGY_FILE.test(entry.name))
      .map(({ name }) => name)
      .toSorted();
    for (const [file, { strategy }] of held) {
      if (files.includes(file)) continue;
      strategy.retire();
      held.delete(file);
      logger.info({ file }, "dropped a strategy whose file is gone");
    }
    const found: StrategyProblem[] = [];
    for (const file of files) {
      const problem = await loadFile(file);
      if (problem === undefined) continue;
      found.push(problem);
      const stays = held.has(file) ? "; the version before it stays" : "";
      logger.warn({ file, reason: problem.message }, `could not load a strategy${stays}`);
    }
    problems = found;
  }

  try {
    await look().catch((error: unknown) => {
      throw noFolder(folder, error);
    });
    const clash = problems.find(({ message }) => / defines the strategy /u.test(message));
    if (clash !== undefined) throw refused(clash.message);
  } catch (error) {
    await processes.close();
    throw error;
  }
  const stopping = new AbortController();
  let looking = Promise.resolve();
  const refresh = (): Promise<void> => (looking = looking.catch(() => undefined).then(look));
  const watching = watch(refresh, stopping.signal, logger);
  return {
    registry: {
      register: (strategy) => builtIn.register(strategy),
      has: (name) => builtIn.has(name) || find(name) !== undefined,
      get: (name) => find(name)?.strategy ?? builtIn.get(name),
      list: () =>
        [
          ...builtIn.list(),
          ...[...held.values()].map(({ strategy }) => strategy.strategy),
        ].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      problems: () => problems,
    },
    file: find,
    refresh,
    async close() {
      stopping.abort();
      await processes.close();
      await watching;
    },
  };
}

async function watch(
  refresh: () => Promise<void>,
  stopping: AbortSignal,
  logger: Pick<HttpLogger, "warn">,
): Promise<void> {
  while (await pauseInBackground(systemClock, LOOK_MILLISECONDS, stopping)) {
    await refresh().catch((error: unknown) => {
      if (!stopping.aborted) logger.warn({ err: error }, "could not read STRATEGIES_DIR");
    });
  }
}

/** Names, sizes and times of all files in the folder and below it, but for installed packages. */
async function stateOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  const lines = await Promise.all(
    entries
      .filter(({ name }) => name !== "node_modules" && !name.startsWith("."))
      .map(async (entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return `${entry.name}/\n${await stateOf(path)}`;
        const { size, mtimeMs, ino } = await stat(path).catch(() => ({
          size: -1,
          mtimeMs: 0,
          ino: 0,
        }));
        return `${entry.name} ${size} ${mtimeMs} ${ino}`;
      }),
  );
  return lines.toSorted().join("\n");
}

function noFolder(folder: string, cause: unknown): KernelError {
  const { code } = cause as NodeJS.ErrnoException;
  if (code !== "ENOENT" && code !== "ENOTDIR" && code !== "EACCES") return cause as KernelError;
  return refused(`There is no folder ${folder} that can be read (${code}).`, cause);
}

function refused(message: string, cause?: unknown): KernelError {
  return new KernelError("OPTION_INVALID", `STRATEGIES_DIR: ${message}`, {
    details: { option: "STRATEGIES_DIR" },
    cause,
  });
}
