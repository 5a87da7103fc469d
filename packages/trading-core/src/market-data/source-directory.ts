/** The sources of a service by name: exchanges, imported series and the simulation, under one choice. */

import {
  anyText,
  booleanOption,
  listOf,
  recordOf,
  resolveOptions,
  shapedOption,
  textOption,
  type OptionRule,
} from "@bourse/kernel";

import { anyProvider } from "../part-shapes.ts";
import { createAutoProvider } from "./auto-provider.ts";
import { createExchangeDirectory, type ExchangeDirectory } from "./exchange-directory.ts";
import { createOverlayProvider } from "./overlay-provider.ts";
import type { CandleProvider } from "./port.ts";

/** Names of the sources that need no network. */
type LocalSource = "csv" | "simulated";

/** The source that is asked when a request names none; `auto` is the first exchange with the simulation behind it. */
export type SourceChoice<Exchange extends string> = "auto" | LocalSource | Exchange;

/** Options of {@link createSourceDirectory}. */
export interface SourceDirectoryOptions<Exchange extends string> {
  /** The source that is asked when a request names none. */
  readonly choice: SourceChoice<Exchange>;
  /** Exchanges by name; with `auto` the first one is the default. */
  readonly exchanges: Readonly<Record<Exchange, CandleProvider>>;
  /** Imported series: the source `csv`, which is looked at first where `choice` is not another exchange. */
  readonly csv: CandleProvider;
  /** The source `simulated`. */
  readonly simulated: CandleProvider;
  /** True in production, where `auto` falls back to no simulation. */
  readonly isProduction: boolean;
}

/**
 * Creates the directory of all sources under their names, with the chosen one as the default.
 *
 * The chosen source has imported series before its own. `auto`: so has each exchange, and then (never in production)
 * the simulation, which says so. With `csv` or `simulated` the exchanges' names stand for that source too, so that
 * nothing asks the network.
 */
export function createSourceDirectory<Exchange extends string>(
  options: SourceDirectoryOptions<Exchange>,
): ExchangeDirectory {
  resolveOptions<SourceDirectoryOptions<Exchange>>("createSourceDirectory", options, {
    choice: textOption() as OptionRule<SourceChoice<Exchange>>,
    exchanges: shapedOption("an object of sources by name", recordOf(anyProvider)),
    csv: shapedOption("a source of candles", anyProvider),
    simulated: shapedOption("a source of candles", anyProvider),
    isProduction: booleanOption(),
  });
  const { choice, exchanges, csv, simulated } = options;
  const named = Object.entries<CandleProvider>(exchanges).map(([name, provider]) => [
    name,
    exchangeUnder(options, name, provider),
  ]);
  return createExchangeDirectory(
    {
      ...(Object.fromEntries(named) as Record<Exchange, CandleProvider>),
      csv,
      simulated: choice === "simulated" ? imported(csv, simulated) : simulated,
    },
    defaultOf(choice, Object.keys(exchanges)),
  );
}

function exchangeUnder<Exchange extends string>(
  { choice, csv, simulated, isProduction }: SourceDirectoryOptions<Exchange>,
  name: string,
  provider: CandleProvider,
): CandleProvider {
  if (choice === "csv") return csv;
  if (choice === "simulated") return imported(csv, simulated);
  if (choice === name) return imported(csv, provider);
  if (choice !== "auto") return provider;
  const auto = { primary: provider, fallback: simulated, production: isProduction };
  return imported(csv, createAutoProvider(auto));
}

function imported(overlay: CandleProvider, base: CandleProvider): CandleProvider {
  return createOverlayProvider({ overlay, base });
}

/** Names of a service's sources, for its processes that have none of them. */
export interface KnownSources {
  /** Names of all sources. */
  readonly names: readonly string[];
  /** Names of the sources that have funding rates. */
  readonly fundingNames: readonly string[];
  /** Name of the source that is asked when a request names none. */
  readonly defaultName: string;
}

/**
 * The names that {@link createSourceDirectory} gives the sources under `choice`. `exchanges`: names of the exchanges,
 * with the default of `auto` first; `perpetuals`: those of them that have funding rates.
 */
export function knownSources<Exchange extends string>(
  choice: SourceChoice<Exchange>,
  exchanges: readonly Exchange[],
  perpetuals: readonly Exchange[],
): KnownSources {
  anyText("choice", choice);
  listOf(anyText)("exchanges", exchanges);
  listOf(anyText)("perpetuals", perpetuals);
  return {
    names: [...exchanges, "csv", "simulated"],
    fundingNames: choice === "csv" || choice === "simulated" ? [] : perpetuals,
    defaultName: defaultOf(choice, exchanges),
  };
}

function defaultOf(choice: string, [first = choice]: readonly string[]): string {
  return choice === "auto" ? first : choice;
}
