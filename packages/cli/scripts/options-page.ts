/** The page of the documentation that lists every option of the engine under its three names. */

import { readFileSync } from "node:fs";

import { tearSheet } from "@bourse/backtest-engine/tear-sheet";
import { ENGINE_OPTIONS, type EngineOptionNames } from "@bourse/contract/backtest";

import {
  DETAIL_FLAGS,
  FUNDING_FLAGS,
  PORTFOLIO_FLAGS,
  SHEET_FLAGS,
} from "../src/backtest/flag-tables.ts";
import { describeOption, OPTION_FLAGS, type OptionFlag } from "../src/backtest/option-flags.ts";
import { snakeCase } from "../src/backtest/snake-case.ts";

/** The page as Markdown. */
export function optionsPage(): string {
  return `# Options of a backtest

Every option that is plain data has one name in three spellings: \`makerFee\` in the library, \`maker_fee\` in a
request, \`--maker-fee\` in a terminal. Backtests, sweeps and walk-forwards take all of them. This page is written by
\`pnpm --filter @bourse/cli write:options\` from the table that the schema, the command line and
\`bourse backtest options\` are made of.

Money is in the quote currency, fractions are plain (0.01 is 1 %). In a terminal a value with members is
\`name=value,name=value\` or JSON.

${OPTION_FLAGS.map(section).join("\n")}
# Options of a portfolio

A backtest, in a terminal \`bourse backtest run\`, takes several symbols that share the cash of one account. Weights size
its positions, so \`positionSize\` and \`pyramiding\` are refused there, and so is \`trainSplit\`. In the library the symbols
are the names of the candles that \`backtestPortfolio\` is given.

${PORTFOLIO_FLAGS.map(requestSection).join("\n")}
# Funding

Backtests, sweeps and walk-forwards on perpetual contracts take the funding rates of their exchange. In the library
\`funding\` are the rates themselves, as \`fundingRates\` of a provider of perpetual contracts reads them.

${FUNDING_FLAGS.map(requestSection).join("\n")}
# Shorter candles

Backtests, sweeps and walk-forwards order the fills inside a candle by candles of a shorter interval. In the library
\`detail\` are these candles, those of a portfolio by symbol; a terminal also takes a file of them, \`--detail-csv\`.

${DETAIL_FLAGS.map(requestSection).join("\n")}
# The tear sheet

A backtest, in a terminal \`bourse backtest run\`, has some eighty figures of its daily returns and its deepest drawdowns
when it is asked for them. In the library \`tearSheet\` of \`@bourse/backtest-engine/tear-sheet\` computes them, and
\`benchmark\` are the candles to compare with.

${SHEET_FLAGS.map(requestSection).join("\n")}
## Figures of the tear sheet

The names are those of \`tear_sheet\` in a result; the library has them in camelCase. A figure that is not defined for the
run is null.

| Figure | Meaning |
| --- | --- |
${figures()
  .map(([name, meaning]) => `| \`${name}\` | ${meaning} |`)
  .join("\n")}
`;
}

function requestSection(one: (typeof PORTFOLIO_FLAGS)[number]): string {
  const { option, field, flag, value } = one;
  return `## \`${option}\`

${describeOption(one)}

Request: \`${field}\`. Terminal: \`--${flag}\`${value === "" ? "" : ` with \`${value}\``}.
`;
}

/** The figures by name in the order of a result, with the comments that the library has for them. */
function figures(): readonly (readonly [name: string, meaning: string])[] {
  const folder = new URL("../../../packages/backtest-engine/src/tear-sheet/", import.meta.url);
  const meanings = ["figures.ts", "benchmark-figures.ts", "tear-sheet.ts"].flatMap((file) =>
    Array.from(
      readFileSync(new URL(file, folder), "utf8").matchAll(
        /\/\*\*((?:(?!\*\/)[^])+)\*\/\n {2}readonly (\w+): number(?: \| null)?;/gu,
      ),
      ([, comment = "", name = ""]) => [name, plain(comment)] as const,
    ),
  );
  const known = new Map(meanings);
  const one = { time: Float64Array.of(0), equity: Float64Array.of(1), initialCapital: 1 };
  return Object.keys(tearSheet(one).figures).map((name) => {
    const meaning = known.get(name);
    if (meaning === undefined) throw new Error(`The figure ${name} has no comment.`);
    return [snakeCase(name), meaning];
  });
}

/** A comment on one line of a table. */
function plain(comment: string): string {
  const line = comment.replaceAll(/\s*\n\s*\*?\s*/gu, " ").trim();
  return line
    .replaceAll("|", "\\|")
    .replaceAll(/`(\w+)`/gu, (_, name: string) => `\`${snakeCase(name)}\``);
}

function section(one: OptionFlag): string {
  const { option, flag, short, value } = one;
  const { field, alias }: EngineOptionNames = ENGINE_OPTIONS[option];
  const fields = [alias, field].flatMap((name) => (name === undefined ? [] : [`\`${name}\``]));
  const flags = [flag, short].flatMap((name) => (name === undefined ? [] : [`\`--${name}\``]));
  return `## \`${option}\`

${describeOption(one)}

Request: ${fields.join(" or ")}. Terminal: ${flags.join(" or ")}${value === "" ? "" : ` with \`${value}\``}.
`;
}
