/** The flags of a sweep's search: what varies beside parameters, how it is searched, and how the choice is assessed. */

import type { OptionRange, OptionRanges, SweepOptions } from "@bourse/backtest-engine/research";
import { openStudyFile, type StudyFile } from "@bourse/backtest-engine/studies";
import { libraryConstraint } from "@bourse/handlers/backtest";
import { didYouMean } from "@bourse/kernel";

import { type Flags, type FlagTable, textFlag, UsageError } from "../command/command.ts";
import { OPTION_FLAGS, optionValue } from "./option-flags.ts";

/** Flags of the search, beside those of a plain grid. */
export const SEARCH_FLAGS = {
  method: { value: "grid|random|tpe", description: "how combinations are chosen", default: "grid" },
  trials: { value: "COUNT", description: "combinations that random and tpe try" },
  study: { value: "FILE", description: "file of the trials; a search that was cut goes on there" },
  vary: {
    value: "OPTION=VALUES",
    isMany: true,
    description: "values of a rule: A,B,none or FROM..TO/STEP, with :log on a logarithmic scale",
  },
  constraint: {
    value: "RULE",
    isMany: true,
    description: 'what combinations must fulfil, such as "fast_period < slow_period"',
  },
  "early-stop": {
    value: "FRACTIONS",
    description:
      "fractions of the candles, such as 0.25,0.5, at which a trial below the median of those before ends",
  },
  "early-stop-startup": {
    value: "COUNT",
    description: "trials that run to their end before any is stopped",
    default: "10",
  },
  pbo: { value: "BLOCKS", description: "probability of overfitting, from that many blocks" },
  cpcv: {
    value: "GROUPS/TEST_GROUPS",
    description: "combinatorial purged cross-validation, such as 6/2",
  },
} as const satisfies FlagTable;

type Search = Pick<
  SweepOptions,
  "search" | "optionRanges" | "constraints" | "earlyStopping" | "overfitting" | "crossValidation"
>;

/** The options of a sweep that the flags set; the engine checks their values. @throws UsageError */
export function searchOptions(flags: Flags): Search {
  const constraints = many(flags, "constraint").map(libraryConstraint);
  const ranges = optionRanges(flags);
  const search = searchOf(flags);
  const stopping = stoppingOf(flags);
  const blocks = textFlag(flags, "pbo");
  const groups = textFlag(flags, "cpcv");
  return {
    ...(search !== undefined && { search }),
    ...(Object.keys(ranges).length > 0 && { optionRanges: ranges }),
    ...(constraints.length > 0 && { constraints }),
    ...(stopping !== undefined && { earlyStopping: stopping }),
    ...(blocks !== undefined && { overfitting: { blocks: numberOf("pbo", blocks) } }),
    ...(groups !== undefined && { crossValidation: groupsOf(groups) }),
  };
}

/** The study file that `--study` names, open; undefined without one. */
export async function studyOf(flags: Flags): Promise<StudyFile | undefined> {
  const path = textFlag(flags, "study");
  return path === undefined ? undefined : await openStudyFile(path);
}

function searchOf(flags: Flags): SweepOptions["search"] {
  const [random, trials] = [textFlag(flags, "random"), textFlag(flags, "trials")];
  const method = textFlag(flags, "method") ?? (random === undefined ? undefined : "random");
  const seed = textFlag(flags, "seed");
  if (method !== undefined && !["grid", "random", "tpe"].includes(method)) {
    const hint = didYouMean(method, ["grid", "random", "tpe"]);
    throw new UsageError(
      `--method must be grid, random or tpe, found ${JSON.stringify(method)}.${hint}`,
    );
  }
  if (random !== undefined && (trials !== undefined || method !== "random")) {
    throw new UsageError("--random COUNT is --method random --trials COUNT; give one of the two.");
  }
  const count = random ?? trials;
  if (method === undefined || method === "grid") {
    const name = count !== undefined ? "trials" : seed !== undefined ? "seed" : undefined;
    if (name === undefined) return undefined;
    throw new UsageError(`--${name} needs --method random or --method tpe.`);
  }
  if (count === undefined) throw new UsageError(`--method ${method} needs --trials COUNT.`);
  return {
    method: method as "random" | "tpe",
    count: wholeOf(random === undefined ? "trials" : "random", count, [1, 1_000_000]),
    ...(seed !== undefined && { seed: wholeOf("seed", seed, [0, Number.MAX_SAFE_INTEGER]) }),
  };
}

/** Flags that tell of the market and its candles, which all combinations have in common. */
const MARKET_FLAGS: readonly string[] = [
  "calendar",
  "time-zone",
  "dividends",
  "dividends-csv",
  "splits",
  "funding",
  "funding-csv",
  "detail",
  "detail-csv",
  "contract",
  "rolls",
  "rolls-csv",
  "allow-negative-prices",
];

/** Values of options: `--vary stop-loss=0.01,0.02,none --vary fee=0..0.001/0.0005`. */
function optionRanges(flags: Flags): OptionRanges {
  const ranges = many(flags, "vary").map((word): readonly [string, OptionRange] => {
    const [, name = "", text = ""] = /^([a-z-]+)=(.+)$/su.exec(word) ?? [];
    const found = OPTION_FLAGS.find(({ flag, short }) => name === flag || name === short);
    if (MARKET_FLAGS.includes(found?.flag ?? name)) {
      throw new UsageError(
        `--vary takes rules of the run; --${name} is a fact of the market, and does not vary. Give it as the flag --${name} itself.`,
      );
    }
    if (found === undefined) {
      const known = OPTION_FLAGS.flatMap(({ flag, short }) => [flag, short ?? flag]);
      throw new UsageError(
        `--vary takes OPTION=VALUES, found ${JSON.stringify(word)}.${didYouMean(name, known)}`,
      );
    }
    const range = /^(-?[\d.e-]+)\.\.(-?[\d.e-]+)(?:\/([\d.e-]+))?(?::(log))?$/u.exec(text);
    if (range === null) {
      return [found.option, text.split(",").map((one) => optionValue(found, "vary", one))];
    }
    const [, from, to, step, scale] = range;
    return [
      found.option,
      {
        from: numberOf("vary", from!),
        to: numberOf("vary", to!),
        ...(step !== undefined && { step: numberOf("vary", step) }),
        ...(scale !== undefined && { scale: "log" as const }),
      },
    ];
  });
  return Object.fromEntries(ranges);
}

/** `--early-stop 0.25,0.5 --early-stop-startup 10`; either of them stops trials early, with the other's default. */
function stoppingOf(flags: Flags): SweepOptions["earlyStopping"] {
  const [stop, startup] = [textFlag(flags, "early-stop"), textFlag(flags, "early-stop-startup")];
  if (stop === undefined && startup === undefined) return undefined;
  return {
    ...(stop !== undefined && {
      fractions: stop.split(",").map((part) => numberOf("early-stop", part)),
    }),
    ...(startup !== undefined && { startup: wholeOf("early-stop-startup", startup, [1, 10_000]) }),
  };
}

function groupsOf(text: string): NonNullable<SweepOptions["crossValidation"]> {
  const [, groups, testGroups] = /^(\d+)\/(\d+)$/u.exec(text) ?? [];
  if (groups !== undefined) return { groups: Number(groups), testGroups: Number(testGroups) };
  throw new UsageError(
    `--cpcv takes GROUPS/TEST_GROUPS, such as 6/2, found ${JSON.stringify(text)}.`,
  );
}

function many(flags: Flags, name: string): readonly string[] {
  return (flags[name] as readonly string[] | undefined) ?? [];
}

function numberOf(flag: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new UsageError(`--${flag} must be a number, found ${JSON.stringify(text)}.`);
}

function wholeOf(
  flag: string,
  text: string,
  [least, most]: readonly [least: number, most: number],
): number {
  const value = numberOf(flag, text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UsageError(
    `--${flag} must be a whole number from ${least} to ${most}, found ${value}.`,
  );
}
