/** All rules in their order: the first that refuses is told. */

import type { RiskRules } from "./limits.ts";
import type { JudgedOrder, RiskRefusal, RiskRule, RiskState } from "./risk-state.ts";
import {
  allowedSymbols,
  clockRule,
  maxDailyLoss,
  maxDataAge,
  maxDrawdown,
  maxLeverage,
  maxOrdersPerMinute,
  maxOrderValue,
  maxPositionValue,
  priceCollar,
} from "./rules.ts";

/**
 * Judges an order against limits: null allows it. Pure: the same limits, state and order give the same answer, in a
 * guard of a broker, in a session and in a test.
 */
export function checkRisk(
  rules: RiskRules,
  state: RiskState,
  order: JudgedOrder,
): RiskRefusal | null {
  const ask = <Bound>(rule: RiskRule<Bound>, bound: Bound | null): RiskRefusal | null =>
    bound === null ? null : rule(bound, state, order);
  return (
    clockRule(rules.maxClockOffsetMilliseconds, state, order) ??
    ask(allowedSymbols, rules.symbols) ??
    ask(maxDataAge, rules.maxDataAgeSeconds) ??
    ask(priceCollar(rules.maxDataAgeSeconds ?? undefined), rules.priceCollar) ??
    ask(maxOrderValue, rules.maxOrderValue) ??
    ask(maxPositionValue, rules.maxPositionValue) ??
    ask(maxLeverage, rules.maxLeverage) ??
    ask(maxDailyLoss, rules.maxDailyLoss) ??
    ask(maxDrawdown, rules.maxDrawdown) ??
    ask(maxOrdersPerMinute, rules.maxOrdersPerMinute)
  );
}
