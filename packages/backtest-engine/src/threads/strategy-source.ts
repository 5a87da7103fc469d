/** A strategy in a file, as it travels between the thread that asks for it and the threads that run it. */

import { absentOr, anyText, objectOf, recordOf, type CallRules } from "@bourse/kernel";

import { onlyIf, requireArguments } from "../require-arguments.ts";
import type { StrategyDescription } from "../strategy/strategy.ts";

/** The file of a strategy. Structured-cloneable. */
export interface StrategySource {
  /** File URL of the module whose default export is the strategy. */
  readonly url: string;
  /** File URL of the folder by which files are named in messages and in results; ends with a slash. */
  readonly folder: string;
  /**
   * Text of the module and of every module that it imports by a path, by URL: what runs, whatever the files have become
   * since. Default: the files are read.
   */
  readonly texts?: Readonly<Record<string, string>>;
  /** Text of each TypeScript module of `texts` without its types, by URL. Default: the types are stripped again. */
  readonly scripts?: Readonly<Record<string, string>>;
}

/** A strategy from a file: its description, and the texts that run. Structured-cloneable. */
export interface LoadedStrategy {
  /** The strategy's description, its files with their digests included, but not the rule between its parameters. */
  readonly description: Omit<StrategyDescription, "check">;
  /** True if it answers candles with orders. */
  readonly isTrader: boolean;
  /** True if it has a rule between its parameters. */
  readonly hasRule: boolean;
  /** The source with the texts that were read. */
  readonly source: Required<StrategySource>;
}

const SHAPES = { url: anyText, source: objectOf({ folder: anyText }) };

/** Accepts the source of a strategy. */
export const anySource: CallRules = {
  source: objectOf({
    url: onlyIf("a file URL", (value) => new URL(value as string).protocol === "file:"),
    folder: anyText,
    texts: absentOr(recordOf(anyText)),
    scripts: absentOr(recordOf(anyText)),
  }),
};

/** The name of a file in messages and results: its path from the folder of the source. */
export function fileName(url: string, source: Pick<StrategySource, "folder">): string {
  requireArguments("fileName", { url, source }, SHAPES);
  const { folder } = source;
  return decodeURIComponent(
    url.startsWith(folder) ? url.slice(folder.length) : url.slice(url.lastIndexOf("/") + 1),
  );
}
