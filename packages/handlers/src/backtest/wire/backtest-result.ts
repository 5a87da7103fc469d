/** The result of a backtest job as the wire spells it. */

import type { BacktestSummary } from "@bourse/backtest-engine";
import type { BacktestResult } from "@bourse/contract/backtest";

import { isoTime } from "./time.ts";

export function resultOfSummary(summary: BacktestSummary): BacktestResult {
  return {
    total_trades: summary.totalTrades,
    win_rate: summary.winRate,
    total_return: summary.totalReturn,
    max_drawdown: summary.maxDrawdown,
    strategy: summary.strategy,
    symbol: summary.symbol,
    interval: summary.interval,
    candles: summary.candles,
    first_timestamp: isoTime(summary.firstTimestamp),
    last_timestamp: isoTime(summary.lastTimestamp),
    source: summary.source,
    final_capital: summary.finalCapital,
    wins: summary.wins,
    losses: summary.losses,
    avg_return: summary.avgReturn,
    profit_factor: summary.profitFactor,
    avg_duration_minutes: summary.avgDurationMinutes,
    exposure: summary.exposure,
    buy_hold_return: summary.buyHoldReturn,
    annual_return: summary.annualReturn,
    annual_volatility: summary.annualVolatility,
    sharpe: summary.sharpe,
    sortino: summary.sortino,
    calmar: summary.calmar,
    max_drawdown_duration_minutes: summary.maxDrawdownDurationMinutes,
    best_trade: summary.bestTrade,
    worst_trade: summary.worstTrade,
    expectancy: summary.expectancy,
    sqn: summary.sqn,
    fees_paid: summary.feesPaid,
    elapsed_ms: summary.elapsedMilliseconds,
    warnings: [...summary.warnings],
  };
}
