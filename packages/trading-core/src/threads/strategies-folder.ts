/** A folder of strategies, one in each file, which are loaded again when they change. */

import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import {
  createStrategyRegistry,
  type StrategyProblem,
  type StrategyRegistry,
} from "@bourse/backtest-engine/strategies";
import {
  anyText,
  booleanOption,
  integerOption,
  isBourseError,
  KernelError,
  numberOption,
  objectOf,
  optional,
  pauseInBackground,
  portOption,
  resolveOptions,
  shapedOption,
  systemClock,
  textOption,
  type Logger,
  type OptionRules,
} from "@bourse/kernel";

import { noSources, type StrategySources } from "../sources/strategy-sources.ts";
import { editedSources } from "./edited-sources.ts";
import {
  openStrategyThreads,
  type FileStrategy,
  type LimitSettings,
  type StrategyThreads,
} from "./strategy-threads.ts";

/** Options of {@link openStrategiesFolder}. */
export interface StrategiesFolderOptions {
  /** Path of the folder. Default: none, and then the built-in strategies are all there are. */
  readonly folder?: string | undefined;
  /** True to show the sources of the files and to save changed ones. Default false. */
  readonly isEditable?: boolean;
  /** Maximum number of threads that run strategies of files. 1–256. Default: one per core that this process may use. */
  readonly size?: number;
  /** Longest time in seconds that a run may take without a result. 1–86,400, default 300. */
  readonly timeLimitSeconds?: number;
  /** Most memory of a thread in megabytes. 16–1,048,576, default 1024. */
  readonly memoryLimitMegabytes?: number;
  /** Names of the settings, for the sentences of errors and of the log. Default: the names of these options. */
  readonly settings?: LimitSettings & {
    /** Name of the setting of the folder. */
    readonly folder: string;
  };
  /** Log of what was loaded and what could not be. */
  readonly logger: Pick<Logger, "info" | "warn">;
}

/** The built-in strategies and those of a folder. */
export interface StrategiesFolder {
  /** The built-in strategies and those in files, as they are now. */
  readonly registry: StrategyRegistry;
  /** Finds a strategy in a file by its name. */
  readonly file: (name: string) => FileStrategy | undefined;
  /** Sources of the files; off unless the option `isEditable` is true and there is a folder. */
  readonly sources: StrategySources;
  /** Looks at the folder, and loads its strategies again when anything in it has changed. */
  readonly refresh: () => Promise<void>;
  /** Looks no more, and ends the processes. */
  close(): Promise<void>;
}

const RULES: OptionRules<{
  readonly [Key in keyof Required<StrategiesFolderOptions>]: StrategiesFolderOptions[Key];
}> = {
  folder: optional(textOption({ maxLength: 4096 })),
  isEditable: booleanOption({ default: false }),
  size: optional(integerOption({ min: 1, max: 256 })),
  timeLimitSeconds: optional(numberOption({ min: 1, max: 86_400 })),
  memoryLimitMegabytes: optional(integerOption({ min: 16, max: 1_048_576 })),
  settings: optional(
    shapedOption(
      "names of settings",
      objectOf({ folder: anyText, time: anyText, memory: anyText }),
    ),
  ),
  logger: portOption<StrategiesFolderOptions["logger"]>(["info", "warn"]),
};

/** Time between two looks at the folder. Notices of the file system do not come from every network disk. */
const LOOK_MILLISECONDS = 1000;

/**
 * Loads the strategies of a folder, each in processes of its own, and begins to look at the folder once a second. A
 * file that cannot be loaded is told in the log and as a problem of the registry, and the others run; a version that
 * was loaded before stays.
 *
 * @throws KernelError OPTION_INVALID when there is no such folder, and when two strategies have one name
 */
export async function openStrategiesFolder(
  options: StrategiesFolderOptions,
): Promise<StrategiesFolder> {
  resolveOptions("openStrategiesFolder", options, RULES);
  const {
    folder,
    isEditable = false,
    settings = { folder: "folder", time: "timeLimitSeconds", memory: "memoryLimitMegabytes" },
    logger,
    ...limits
  } = options;
  const builtIn = createStrategyRegistry();
  if (folder === undefined) {
    const nothing = (): Promise<void> => Promise.resolve();
    const file = (): undefined => undefined;
    return { registry: builtIn, file, sources: noSources, refresh: nothing, close: nothing };
  }
  const processes = openStrategyThreads({ ...limits, settings, hasProcesses: true });
  const files = new StrategyFiles(resolve(folder), processes, builtIn, logger);
  try {
    await files.look().catch((error: unknown) => {
      throw noFolder(settings.folder, resolve(folder), error);
    });
    const clash = files.problems.find(({ message }) => CLASH.test(message));
    if (clash !== undefined) throw refused(settings.folder, clash.message);
  } catch (error) {
    await processes.close();
    throw error;
  }
  const stopping = new AbortController();
  let looking: Promise<unknown> = Promise.resolve();
  const changing = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const done = looking.catch(() => undefined).then(act);
    looking = done;
    return done;
  };
  const refresh = (): Promise<void> => changing(() => files.look());
  const onError = (error: unknown): void => {
    if (!stopping.signal.aborted) logger.warn({ err: error }, `could not read ${settings.folder}`);
  };
  const watching = watch(refresh, stopping.signal, onError);
  return {
    registry: registryOf(builtIn, files),
    file: (name) => files.find(name),
    sources: isEditable
      ? editedSources({
          folder: resolve(folder),
          processes,
          isBuiltIn: (name) => builtIn.has(name),
          fileOf: (name) => files.fileOf(name),
          changing,
          adopt: (file, strategy) => files.adopt(file, strategy),
        })
      : noSources,
    refresh,
    async close() {
      stopping.abort();
      await processes.close();
      await watching;
    },
  };
}

/** Files of the folder itself that hold a strategy. Those in its subfolders may be imported by them. */
const STRATEGY_FILE = /^[^._].*(?<!\.d)(?<!\.test)\.m?[jt]s$/u;

/** Words of the problem of a file whose strategy has the name of another one. */
const CLASH = / defines the strategy /u;

/** A strategy with the digests of the files that it comes from. */
interface Held {
  readonly strategy: FileStrategy;
  readonly digests: string;
}

/** The strategies of the folder's files, as they were at the last look. */
class StrategyFiles {
  problems: readonly StrategyProblem[] = [];
  readonly #folder: string;
  readonly #processes: StrategyThreads;
  readonly #builtIn: StrategyRegistry;
  readonly #logger: StrategiesFolderOptions["logger"];
  readonly #held = new Map<string, Held>();
  #seen = "";

  constructor(
    folder: string,
    processes: StrategyThreads,
    builtIn: StrategyRegistry,
    logger: StrategiesFolderOptions["logger"],
  ) {
    this.#folder = folder;
    this.#processes = processes;
    this.#builtIn = builtIn;
    this.#logger = logger;
  }

  all(): readonly FileStrategy[] {
    return [...this.#held.values()].map(({ strategy }) => strategy);
  }

  find(name: string): FileStrategy | undefined {
    return this.all().find(({ strategy }) => strategy.name === name);
  }

  /** Name of the file of a strategy, also of one that could not be loaded, by the file's own name. */
  async fileOf(name: string): Promise<string | undefined> {
    const held = [...this.#held].find(([, { strategy }]) => strategy.strategy.name === name);
    if (held !== undefined) return held[0];
    const files = await strategyFilesOf(this.#folder);
    return files.find((file) => !this.#held.has(file) && nameOfFile(file) === name);
  }

  /** Loads what has changed since the last look. */
  async look(): Promise<void> {
    const state = await stateOf(this.#folder);
    if (state === this.#seen) return;
    this.#seen = state;
    const files = await strategyFilesOf(this.#folder);
    this.#dropOthers(files);
    const found: StrategyProblem[] = [];
    for (const file of files) {
      const problem = await this.#load(file);
      if (problem === undefined) continue;
      found.push(problem);
      const stays = this.#held.has(file) ? "; the version before it stays" : "";
      this.#logger.warn({ file, reason: problem.message }, `could not load a strategy${stays}`);
    }
    this.problems = found;
  }

  #dropOthers(files: readonly string[]): void {
    for (const [file, { strategy }] of this.#held) {
      if (files.includes(file)) continue;
      strategy.retire();
      this.#held.delete(file);
      this.#logger.info({ file }, "dropped a strategy whose file is gone");
    }
  }

  /** Loads one file. Returns its problem, if it has one. */
  async #load(file: string): Promise<StrategyProblem | undefined> {
    try {
      const strategy = await this.#processes.open(join(this.#folder, file), this.#folder);
      const { name } = strategy.strategy;
      const clash = this.#clashOf(file, name);
      if (clash !== undefined) return { file, message: clash };
      this.#hold(file, strategy);
      return undefined;
    } catch (error) {
      if (!isBourseError(error)) throw error;
      return { file, message: error.message };
    }
  }

  /** Takes the strategy of a file that was saved; the next look finds the same. */
  adopt(file: string, strategy: FileStrategy): void {
    this.#hold(file, strategy);
    this.problems = this.problems.filter((problem) => problem.file !== file);
  }

  #hold(file: string, strategy: FileStrategy): void {
    const { name, files } = strategy.strategy;
    const digests = JSON.stringify(files);
    const before = this.#held.get(file);
    if (before?.digests === digests) return;
    this.#logger.info({ file, strategy: name, files }, "loaded a strategy");
    before?.strategy.retire();
    this.#held.set(file, { strategy, digests });
  }

  #clashOf(file: string, name: string): string | undefined {
    if (this.#builtIn.has(name)) {
      return `${file} defines the strategy ${name}, which is built in. Give it another name.`;
    }
    const other = [...this.#held].find(
      ([key, { strategy }]) => key !== file && strategy.strategy.name === name,
    );
    if (other === undefined) return undefined;
    return `${file} defines the strategy ${name}, and so does ${other[0]}. Give one of them another name.`;
  }
}

function registryOf(builtIn: StrategyRegistry, files: StrategyFiles): StrategyRegistry {
  return {
    register: (strategy) => builtIn.register(strategy),
    has: (name) => builtIn.has(name) || files.find(name) !== undefined,
    get: (name) => files.find(name)?.strategy ?? builtIn.get(name),
    list: () =>
      [...builtIn.list(), ...files.all().map(({ strategy }) => strategy)].toSorted((a, b) =>
        a.name < b.name ? -1 : 1,
      ),
    problems: () => files.problems,
  };
}

/** Never rejects. */
async function watch(
  refresh: () => Promise<void>,
  stopping: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (await pauseInBackground(systemClock, LOOK_MILLISECONDS, stopping)) {
    await refresh().catch(onError);
  }
}

/** Name that a class of traders in a file has when it states none. */
function nameOfFile(file: string): string {
  return file
    .replace(/\.\w+$/u, "")
    .toLowerCase()
    .replaceAll("-", "_");
}

async function strategyFilesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && STRATEGY_FILE.test(entry.name))
    .map(({ name }) => name)
    .toSorted();
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

function noFolder(setting: string, folder: string, cause: unknown): KernelError {
  const { code } = cause as NodeJS.ErrnoException;
  if (code !== "ENOENT" && code !== "ENOTDIR" && code !== "EACCES") return cause as KernelError;
  return refused(setting, `There is no folder ${folder} that can be read (${code}).`, cause);
}

function refused(setting: string, message: string, cause?: unknown): KernelError {
  return new KernelError("OPTION_INVALID", `${setting}: ${message}`, {
    details: { option: setting },
    cause,
  });
}
