/** The figures of a run as the wire spells them. */

import type { Metrics } from "@bourse/backtest-engine/metrics";
import type { RunFigures } from "@bourse/contract/backtest";

export function wireFigures(metrics: Metrics): RunFigures {
  return {
    total_trades: metrics.totalTrades,
    win_rate: metrics.winRate,
    total_return: metrics.totalReturn,
    max_drawdown: metrics.maxDrawdown,
    final_capital: metrics.finalCapital,
    wins: metrics.wins,
    losses: metrics.losses,
    avg_return: metrics.avgReturn,
    profit_factor: metrics.profitFactor,
    avg_duration_minutes: metrics.avgDurationMinutes,
    exposure: metrics.exposure,
    buy_hold_return: metrics.buyHoldReturn,
    annual_return: metrics.annualReturn,
    annual_volatility: metrics.annualVolatility,
    sharpe: metrics.sharpe,
    sortino: metrics.sortino,
    calmar: metrics.calmar,
    max_drawdown_duration_minutes: metrics.maxDrawdownDurationMinutes,
    best_trade: metrics.bestTrade,
    worst_trade: metrics.worstTrade,
    expectancy: metrics.expectancy,
    sqn: metrics.sqn,
    fees_paid: metrics.feesPaid,
  };
}
