/** The catalogue of indicators as a page of the documentation, made of what each indicator says about itself. */

import type { Candles } from "@bourse/backtest-engine";

import { indicatorCatalogue, type CatalogueIndicator } from "../src/catalogue/index.ts";
import type { IndicatorAbout, IndicatorFamily } from "../src/flow/indicator.ts";
import { expected } from "../src/parameters.ts";
import { plotCandles, plotLines } from "./plot.ts";

const FAMILIES: Readonly<Record<IndicatorFamily, readonly [title: string, subpath: string]>> = {
  overlap: ["Averages and bands", "talib"],
  momentum: ["Momentum", "talib"],
  volume: ["Volume", "talib"],
  volatility: ["Volatility", "talib"],
  price: ["Prices", "talib"],
  cycle: ["Cycles", "talib"],
  statistics: ["Statistics", "talib"],
  operators: ["Operators", "talib"],
  transforms: ["Transforms", "talib"],
  patterns: ["Candle patterns", "patterns"],
  beyond: ["Beyond TA-Lib", ""],
};

/** Rows of the plots, and candles of a pattern. */
const SHOWN = { from: 300, to: 420, candles: 8 };

/** Families and indicators whose lines have the unit of the price and are drawn over it. */
const OVER_PRICE = new Set<string>(
  [
    "max min minMax vwap anchoredVwap keltner donchian hma heikinAshi linearReg linearRegIntercept tsf",
    "avgPrice medPrice typPrice wclPrice ichimoku",
  ].flatMap((names) => names.split(" ")),
);

/** The page. `daily` are candles for lines, `shapes` those in which each pattern occurs. */
export function cataloguePage(daily: Candles, shapes: Candles): string {
  const families = Object.entries(FAMILIES).map(([family, [title, subpath]]) => {
    const members = [...indicatorCatalogue.values()].filter(({ about }) => about.family === family);
    const path = subpath === "" ? "indicators" : `indicators/${subpath}`;
    return [
      `## ${title}`,
      `\`import { ${members[0]!.about.name} } from "@bourse/${path}"\``,
      ...members.map((one) => sectionOf(one, daily, shapes)),
    ].join("\n\n");
  });
  return `${intro()}\n\n${families.join("\n\n")}\n`;
}

function intro(): string {
  return `# Indicators

${indicatorCatalogue.size} indicators: TA-Lib's 161 functions with TA-Lib's definitions and defaults, 61 candle patterns among
them, and those that TA-Lib lacks. Each is a function over arrays and a stream that gives the same bits. This page is
written by \`pnpm --filter @bourse/indicators write:indicators\` from what the indicators say about themselves; the
plots are computed by them, over simulated candles, the price fainter behind what has its unit.

\`\`\`ts
import { adx, macd } from "@bourse/indicators/talib";

const strength = adx(candles, { period: 10 }); // a Float64Array, NaN for the first adx.warmUp({ period: 10 }) candles
const { signal } = macd(candles.close);

const live = adx.stream({ period: 10 });
const now = live.next({ high: 102, low: 99, close: 101 }); // a number, the same bits as in the array
\`\`\`

Leading NaN of the input count as warm-up. Options out of bounds are refused with \`OPTIONS_INVALID\`. \`unstablePeriod\`
leaves out further values at the start, where early values depend on it. \`indicatorCatalogue\` of
\`@bourse/indicators/catalogue\` has all of this as data.`;
}

function sectionOf(indicator: CatalogueIndicator, daily: Candles, shapes: Candles): string {
  const { about } = indicator;
  const { name, talib, title, source, formula, inputs, outputs } = about;
  const origin = [talib === null ? "" : `TA-Lib: \`${talib}\``, source ?? ""].filter(Boolean);
  const lines = outputs.length > 1 ? ` Lines: ${outputs.map(code).join(", ")}.` : "";
  const options = Object.entries(about.parameters).map(
    ([option, one]) => `| ${code(option)} | ${code(String(one.default))} | ${expected(one)} |`,
  );
  return [
    `### ${code(name)}: ${title}`,
    `${code(formula)}`,
    `Input: ${inputs.map(code).join(", ")}.${lines} Warm-up: ${warmUpOf(indicator)}.${origin.length > 0 ? ` ${origin.join(". ")}.` : ""}`,
    ...(options.length > 0
      ? [["| Option | Default | Allowed |", "| --- | --- | --- |", ...options].join("\n")]
      : []),
    `<div>\n${about.family === "patterns" ? patternPlot(indicator, shapes) : linePlot(indicator, daily)}\n</div>`,
  ].join("\n\n");
}

const code = (text: string): string => `\`${text}\``;

/** The warm-up with the defaults, and as a function of the period where there is one period. */
function warmUpOf(indicator: CatalogueIndicator): string {
  const rows = indicator.warmUp();
  const base = `${rows} ${rows === 1 ? "row" : "rows"}`;
  const wholes = Object.entries(indicator.about.parameters).filter(
    ([name, { kind }]) => kind === "whole" && name !== "unstablePeriod",
  );
  if (wholes.length !== 1) return base;
  const option = wholes[0]![0];
  const at = (period: number): number => indicator.warmUp({ [option]: period });
  const slope = at(11) - at(10);
  const isLinear = [10, 16, 40].every((n) => at(n) === at(10) + slope * (n - 10));
  if (!isLinear || slope === 0) return base;
  const offset = at(10) - 10 * slope;
  const times = slope === 1 ? option : `${slope} × ${option}`;
  const rest = offset === 0 ? "" : ` ${offset < 0 ? "−" : "+"} ${Math.abs(offset)}`;
  return `${base}; ${code(times + rest)}`;
}

/** The input of an indicator: candles by name, and columns made of them for what has no candles. */
function inputOf({ inputs, family }: IndicatorAbout, candles: Candles): object {
  const { close, high, low } = candles;
  const values = family === "transforms" ? close.map((price, i) => (price - low[i]!) / 20) : close;
  if (inputs.length === 1 && inputs[0] === "values") return values;
  const periods = close.map((_, i) => 2 + (i % 29));
  return { ...candles, values, periods, left: high, right: low };
}

function linePlot(indicator: CatalogueIndicator, candles: Candles): string {
  const { about } = indicator;
  const options = about.name === "renko" ? { brickSize: 0.5 } : {};
  const found = indicator(inputOf(about, candles), options);
  const lines = found instanceof Float64Array ? [found] : Object.values(found);
  const shown = lines.map((line) => [...line.subarray(SHOWN.from, SHOWN.to)]);
  const isOverPrice = about.family === "overlap" || OVER_PRICE.has(about.name);
  const price = [...candles.close.subarray(SHOWN.from, SHOWN.to)];
  if (about.name === "supertrend" || about.name === "renko")
    return plotLines(about.title, [shown[0]!], price);
  if (about.name === "zigzag") return plotLines(about.title, [shown[0]!, shown[2]!], price);
  return plotLines(about.title, shown, isOverPrice ? price : undefined);
}

function patternPlot(indicator: CatalogueIndicator, candles: Candles): string {
  const { open, high, low, close } = candles;
  const found = indicator(candles) as Float64Array;
  const end = found.findIndex((value, i) => i >= SHOWN.candles && Math.abs(value) > 0);
  if (end < 0) throw new Error(`${indicator.about.name} does not occur in the candles.`);
  const rows = Array.from({ length: SHOWN.candles }, (_, k) => end - SHOWN.candles + 1 + k);
  const label = `${indicator.about.title}, ${found[end]! > 0 ? "bullish" : "bearish"}, ending with the last candle`;
  return plotCandles(
    label,
    rows.map((i) => [open[i]!, high[i]!, low[i]!, close[i]!]),
  );
}
