/** Port of the sources of the operator's strategies, as an editor reads and saves them. */

import type { StrategyDescription } from "@bourse/backtest-engine/strategies";

import { SourceError } from "./source-error.ts";

/** The source of a strategy. */
export interface StrategyText {
  /** Name of the strategy. */
  readonly name: string;
  /** Name of its file in the folder. */
  readonly file: string;
  /** Text of the file. */
  readonly source: string;
  /** SHA-256 of the text in hexadecimal. */
  readonly sha256: string;
}

/** A source that was saved. */
export interface SavedStrategy extends StrategyText {
  /** The strategy as later runs use it. */
  readonly strategy: StrategyDescription;
}

/** Sources of the operator's strategies. */
export interface StrategySources {
  /** True where sources are shown and saved. */
  readonly isOn: boolean;
  /**
   * Reads the source of a strategy; of one whose file cannot be loaded too, under the name of the file.
   *
   * @throws EngineError STRATEGY_UNKNOWN, for a built-in strategy too; SourceError STRATEGY_EDITING_UNAVAILABLE
   */
  read(name: string): Promise<StrategyText>;
  /**
   * Loads `source` as the strategy `name` in a process of its own and then replaces its file, or creates it. When it
   * resolves the file is durable and later runs use it. A text that the file has already is no change.
   *
   * `expected`: SHA-256 of the text that the change starts from, or `*` for any; undefined when there is no file yet.
   *
   * @throws SourceError SOURCE_INVALID, VERSION_MISMATCH, STRATEGY_EDITING_UNAVAILABLE
   */
  save(name: string, source: string, expected?: string): Promise<SavedStrategy>;
}

/** Sources of a service that shows none. */
export const noSources: StrategySources = Object.freeze({
  isOn: false,
  read: () => Promise.reject(unavailable()),
  save: () => Promise.reject(unavailable()),
});

function unavailable(): SourceError {
  return new SourceError(
    "STRATEGY_EDITING_UNAVAILABLE",
    "This service neither shows nor takes the sources of strategies: its operator must set STRATEGIES_DIR and STRATEGY_EDITING=yes.",
  );
}
