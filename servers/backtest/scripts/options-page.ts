/** The page of the documentation that lists every option of the engine under its three names. */

import { ENGINE_OPTIONS, type EngineOptionNames } from "@bourse/contract/backtest";

import { PORTFOLIO_FLAGS } from "../src/commands/command-line.ts";
import { describeOption, OPTION_FLAGS, type OptionFlag } from "../src/commands/option-flags.ts";

/** The page as Markdown. */
export function optionsPage(): string {
  return `# Options of a backtest

Every option that is plain data has one name in three spellings: \`makerFee\` in the library, \`maker_fee\` in a
request, \`--maker-fee\` in a terminal. Backtests, sweeps and walk-forwards take all of them. This page is written by
\`pnpm --filter @bourse/server-backtest write:options\` from the table that the schema, the command line and
\`bourse-backtest options\` are made of.

Money is in the quote currency, fractions are plain (0.01 is 1 %). In a terminal a value with members is
\`name=value,name=value\` or JSON.

${OPTION_FLAGS.map(section).join("\n")}
# Options of a portfolio

A backtest, in a terminal \`bourse-backtest run\`, takes several symbols that share the cash of one account. Weights size
its positions, so \`positionSize\` and \`pyramiding\` are refused there, and so is \`trainSplit\`. In the library the symbols
are the names of the candles that \`backtestPortfolio\` is given.

${PORTFOLIO_FLAGS.map(portfolioSection).join("\n")}`;
}

function portfolioSection(one: (typeof PORTFOLIO_FLAGS)[number]): string {
  return `## \`${one.option}\`

${describeOption(one)}

Request: \`${one.field}\`. Terminal: \`--${one.flag}\` with \`${one.value}\`.
`;
}

function section(one: OptionFlag): string {
  const { option, flag, short, value } = one;
  const { field, alias }: EngineOptionNames = ENGINE_OPTIONS[option];
  const fields = [alias, field].flatMap((name) => (name === undefined ? [] : [`\`${name}\``]));
  const flags = [flag, short].flatMap((name) => (name === undefined ? [] : [`\`--${name}\``]));
  return `## \`${option}\`

${describeOption(one)}

Request: ${fields.join(" or ")}. Terminal: ${flags.join(" or ")} with \`${value}\`.
`;
}
