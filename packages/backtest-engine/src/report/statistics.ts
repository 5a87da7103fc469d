/** Statistics of the daily returns, in groups, beside those of the benchmark. */

import { html, type Html } from "../html.ts";
import type { TearSheetFigures } from "../tear-sheet/index.ts";
import { groupedTables, type Group, type Row } from "./grouped-tables.ts";
import { decimal, percent, signedDecimal, signedPercent } from "./words.ts";

/** The tables of all figures; those beside a benchmark only where there is one. */
export function statisticsTables(
  figures: TearSheetFigures,
  timeZone: string,
  benchmark: string | undefined,
): Html {
  return html`<section>
    <h2>Statistics of daily returns</h2>
    <p>
      Returns of ${decimal(figures.days, 0)} calendar days (${timeZone}),
      ${decimal(figures.periodsPerYear, 0)} a year; the figures at the top are of candles.
    </p>
    ${groupedTables(groupsOf(figures, benchmark))}
  </section>`;
}

function groupsOf(x: TearSheetFigures, benchmark: string | undefined): Group[] {
  return [
    ["Return and risk", returnRows(x)],
    ["Ratios", ratioRows(x)],
    ["Best and worst", extremeRows(x)],
    ["Wins and losses", winRows(x)],
    ["Distribution", shapeRows(x)],
    ["Drawdowns", drawdownRows(x)],
    ...(benchmark === undefined ? [] : [[`Beside ${benchmark}`, benchmarkRows(x)] as const]),
  ];
}

function returnRows(x: TearSheetFigures): Row[] {
  return [
    ["Total return", signedPercent(x.totalReturn)],
    ["Annual return", signedPercent(x.annualReturn)],
    ["Annual volatility of days", percent(x.annualVolatilityOfDays)],
    ["Expected day", signedPercent(x.expectedDailyReturn)],
    ["Expected month", signedPercent(x.expectedMonthlyReturn)],
    ["Expected year", signedPercent(x.expectedYearlyReturn)],
    ["Days that moved", percent(x.exposedDays)],
    ["Return for exposure", signedPercent(x.exposureAdjustedReturn)],
    ...(x.openProfit === null ? [] : [["Open profit", signedDecimal(x.openProfit)] as const]),
  ];
}

function ratioRows(x: TearSheetFigures): Row[] {
  return [
    ["Sharpe of days", decimal(x.sharpeOfDays)],
    ["Sortino of days", decimal(x.sortinoOfDays)],
    ["Sortino / √2", decimal(x.adjustedSortino)],
    ["Smart Sharpe", decimal(x.smartSharpe)],
    ["Smart Sortino", decimal(x.smartSortino)],
    ["Calmar of days", decimal(x.calmarOfDays)],
    ["Omega", decimal(x.omega)],
    ["Stability (R²)", decimal(x.stability)],
    ["Probability Sharpe > 0", percent(x.probabilisticSharpe)],
    ["Probability Sortino > 0", percent(x.probabilisticSortino)],
  ];
}

function extremeRows(x: TearSheetFigures): Row[] {
  return [
    ["Best day", signedPercent(x.bestDay)],
    ["Worst day", signedPercent(x.worstDay)],
    ["Best month", signedPercent(x.bestMonth)],
    ["Worst month", signedPercent(x.worstMonth)],
    ["Best year", signedPercent(x.bestYear)],
    ["Worst year", signedPercent(x.worstYear)],
    ["Mean up month", signedPercent(x.averageUpMonth)],
    ["Mean down month", signedPercent(x.averageDownMonth)],
  ];
}

function winRows(x: TearSheetFigures): Row[] {
  return [
    ["Winning days", percent(x.winningDays)],
    ["Winning weeks", percent(x.winningWeeks)],
    ["Winning months", percent(x.winningMonths)],
    ["Winning quarters", percent(x.winningQuarters)],
    ["Winning years", percent(x.winningYears)],
    ["Mean winning day", signedPercent(x.averageWin)],
    ["Mean losing day", signedPercent(x.averageLoss)],
    ["Wins in a row", decimal(x.consecutiveWins, 0)],
    ["Losses in a row", decimal(x.consecutiveLosses, 0)],
    ["Payoff ratio", decimal(x.payoffRatio)],
    ["Profit factor of days", decimal(x.profitFactorOfDays)],
    ["Gain to pain", decimal(x.gainToPain)],
    ["Gain to pain of months", decimal(x.gainToPainOfMonths)],
    ["CPC index", decimal(x.cpcIndex)],
    ["Common-sense ratio", decimal(x.commonSenseRatio)],
    ["Kelly criterion", signedPercent(x.kelly)],
    ["Risk of ruin", percent(x.riskOfRuin)],
  ];
}

function shapeRows(x: TearSheetFigures): Row[] {
  return [
    ["Skewness", decimal(x.skewness)],
    ["Excess kurtosis", decimal(x.excessKurtosis)],
    ["Tail ratio", decimal(x.tailRatio)],
    ["Outlier win ratio", decimal(x.outlierWinRatio)],
    ["Outlier loss ratio", decimal(x.outlierLossRatio)],
    ["Value at risk, 95 %", signedPercent(x.valueAtRisk)],
    ["The same, normal", signedPercent(x.normalValueAtRisk)],
    ["Mean of the worst 5 %", signedPercent(x.conditionalValueAtRisk)],
    ["Expected shortfall", signedPercent(x.expectedShortfall)],
    ["Autocorrelation penalty", decimal(x.autocorrelationPenalty)],
  ];
}

function drawdownRows(x: TearSheetFigures): Row[] {
  return [
    ["Max drawdown of days", percent(x.maxDrawdownOfDays)],
    ["Mean drawdown", percent(x.averageDrawdown)],
    ["Longest, days", decimal(x.longestDrawdownDays, 0)],
    ["Mean length, days", decimal(x.averageDrawdownDays, 1)],
    ["Ulcer index", percent(x.ulcerIndex)],
    ["Ulcer performance", decimal(x.ulcerPerformanceIndex)],
    ["Serenity index", decimal(x.serenityIndex)],
    ["Recovery factor", decimal(x.recoveryFactor)],
  ];
}

function benchmarkRows(x: TearSheetFigures): Row[] {
  return [
    ["Its total return", signedPercent(x.benchmarkReturn)],
    ["Its annual return", signedPercent(x.benchmarkAnnualReturn)],
    ["Its volatility", percent(x.benchmarkVolatility)],
    ["Its Sharpe ratio", decimal(x.benchmarkSharpe)],
    ["Its max drawdown", percent(x.benchmarkMaxDrawdown)],
    ["Alpha", signedPercent(x.alpha)],
    ["Jensen's alpha", signedPercent(x.jensenAlpha)],
    ["Beta", decimal(x.beta)],
    ["Correlation", decimal(x.correlation)],
    ["R²", decimal(x.rSquared)],
    ["Information ratio, daily", decimal(x.informationRatio, 3)],
    ["Tracking error", percent(x.trackingError)],
    ["Treynor ratio", decimal(x.treynorRatio)],
    ["Up capture", decimal(x.upCapture, 4)],
    ["Down capture", decimal(x.downCapture, 4)],
    ["Beta fragility", decimal(x.betaFragility, 3)],
  ];
}
