/** Sources of a folder's strategies: read, and saved after they were loaded in a process. */

import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { EngineError } from "@bourse/backtest-engine";
import { hasCode } from "@bourse/kernel";
import { replaceFile } from "@bourse/kernel/files";

import { SourceError } from "../sources/source-error.ts";
import type { SavedStrategy, StrategySources, StrategyText } from "../sources/strategy-sources.ts";
import { faultOf, faultsOf, lineOfName } from "./source-faults.ts";
import type { FileStrategy, StrategyThreads } from "./strategy-threads.ts";

/** Parts of {@link editedSources}. */
export interface EditedSourcesParts {
  /** Path of the folder. */
  readonly folder: string;
  /** Processes that load a source. */
  readonly processes: Pick<StrategyThreads, "open">;
  /** Tells whether a strategy is built in. */
  readonly isBuiltIn: (name: string) => boolean;
  /** Name of the file of a strategy; undefined without one. */
  readonly fileOf: (name: string) => Promise<string | undefined>;
  /** Runs `act` while nothing else looks at the folder or changes it. */
  readonly changing: <Result>(act: () => Promise<Result>) => Promise<Result>;
  /** Takes the strategy of a file in place of the version before it. */
  readonly adopt: (file: string, strategy: FileStrategy) => void;
}

/** Sources of the strategies in a folder. */
export function editedSources(parts: EditedSourcesParts): StrategySources {
  return {
    isOn: true,
    read: (name) => readSource(parts, name),
    save: (name, source, expected) => saveSource(parts, name, source, expected),
  };
}

async function readSource(
  { folder, isBuiltIn, fileOf }: EditedSourcesParts,
  name: string,
): Promise<StrategyText> {
  const file = isBuiltIn(name) ? undefined : await fileOf(name);
  const source = file === undefined ? undefined : await textOf(join(folder, file));
  if (file !== undefined && source !== undefined) return textOfFile(name, file, source);
  throw new EngineError(
    "STRATEGY_UNKNOWN",
    isBuiltIn(name)
      ? `The strategy ${name} is built in and has no file.`
      : `No strategy of the folder is called ${JSON.stringify(name)}.`,
    { details: { strategy: name } },
  );
}

async function saveSource(
  parts: EditedSourcesParts,
  name: string,
  source: string,
  expected: string | undefined,
): Promise<SavedStrategy> {
  const { isBuiltIn, fileOf, changing } = parts;
  if (isBuiltIn(name)) {
    const message = `The strategy ${name} is built in. Give this one another name.`;
    throw invalid([faultOf(message)]);
  }
  const file = (await fileOf(name)) ?? `${name}.ts`;
  await textToReplace(parts, name, { file, source, expected });
  const opened = await openSource(parts, name, file, source);
  try {
    await changing(async () => {
      await replaceSource(parts, name, { file, source, expected });
      parts.adopt(file, opened);
    });
  } catch (error) {
    opened.retire();
    throw error;
  }
  return { ...textOfFile(name, file, source), strategy: opened.strategy };
}

/** @throws SourceError VERSION_MISMATCH, STRATEGY_EDITING_UNAVAILABLE */
async function replaceSource(
  parts: EditedSourcesParts,
  name: string,
  change: SourceChange,
): Promise<void> {
  const { folder, fileOf } = parts;
  const { file, source } = change;
  const path = join(folder, file);
  const before = await textToReplace(parts, name, change);
  if (before === source) return;
  // A file that another name has taken meanwhile.
  if (((await fileOf(name)) ?? file) !== file) throw mismatch(name, before);
  await replaceFile(path, source, { mode: await modeOf(path) }).catch((error: unknown) => {
    throw unwritable(error);
  });
}

interface SourceChange {
  readonly file: string;
  readonly source: string;
  readonly expected: string | undefined;
}

/** Text of a file that a change may replace; undefined when there is none. @throws SourceError VERSION_MISMATCH */
async function textToReplace(
  { folder }: EditedSourcesParts,
  name: string,
  { file, source, expected }: SourceChange,
): Promise<string | undefined> {
  const before = await textOf(join(folder, file));
  if (before !== source) checkExpected(name, before, expected);
  return before;
}

/** Loads a source in a process. @throws SourceError SOURCE_INVALID */
async function openSource(
  { folder, processes }: EditedSourcesParts,
  name: string,
  file: string,
  source: string,
): Promise<FileStrategy> {
  try {
    const opened = await processes.open(join(folder, file), folder, source);
    const { strategy } = opened;
    if (strategy.name === name) return opened;
    opened.retire();
    const message = `This defines the strategy ${strategy.name}, and is saved as ${name}. Make the names the same.`;
    throw invalid([{ ...faultOf(message), line: lineOfName(source) }]);
  } catch (error) {
    if (!hasCode(error, "STRATEGY_INVALID") && !hasCode(error, "STRATEGY_FAILED")) throw error;
    throw invalid(faultsOf(error, file, source), error);
  }
}

/** @throws SourceError VERSION_MISMATCH */
function checkExpected(
  name: string,
  before: string | undefined,
  expected: string | undefined,
): void {
  const isSame = before === undefined ? expected === undefined : digestOf(before) === expected;
  if (!isSame && expected !== "*") throw mismatch(name, before);
}

function mismatch(name: string, before: string | undefined): SourceError {
  const found =
    before === undefined
      ? "it has no file (any more)"
      : "its file has another text than the one that this change starts from";
  return new SourceError(
    "VERSION_MISMATCH",
    `The strategy ${name} was not saved: ${found}. Read it again, then repeat the change on it.`,
    { details: { sha256: before === undefined ? null : digestOf(before) } },
  );
}

function invalid(faults: ReturnType<typeof faultsOf>, cause?: unknown): SourceError {
  const [first] = faults;
  return new SourceError("SOURCE_INVALID", first?.message ?? "The source has a fault.", {
    details: { faults },
    cause,
  });
}

/** Errors of a folder that this process may only read. */
const CLOSED = new Set(["EROFS", "EACCES", "EPERM", "ENOENT"]);

function unwritable(error: unknown): unknown {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (!CLOSED.has(code)) return error;
  return new SourceError(
    "STRATEGY_EDITING_UNAVAILABLE",
    `The folder of strategies cannot be written (${code}).`,
    { cause: error },
  );
}

function textOfFile(name: string, file: string, source: string): StrategyText {
  return { name, file, source, sha256: digestOf(source) };
}

/** Text of a file; undefined when there is none. */
async function textOf(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
}

/** Permissions of a file; those of a new one let other processes of the service read it. */
async function modeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? 0o644 : found.mode & 0o777;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
