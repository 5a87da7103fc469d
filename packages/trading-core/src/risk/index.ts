/** Risk: rules of orders, and the limits and states that they judge by. */

export { checkRisk } from "./check-risk.ts";
export {
  readRiskLimits,
  resolveRiskLimits,
  riskLimitNames,
  type RiskAmount,
  type RiskLimits,
  type RiskRules,
} from "./limits.ts";
export {
  checkProtection,
  resolveProtection,
  type ClosedTrade,
  type ProtectedEntry,
  type Protection,
  type ProtectionInForce,
} from "./protections.ts";
export {
  isReducing,
  type JudgedOrder,
  type RiskRefusal,
  type RiskRule,
  type RiskRuleName,
  type RiskState,
} from "./risk-state.ts";
export {
  createGuardedBroker,
  type GuardedBroker,
  type GuardedBrokerOptions,
} from "./guarded-broker.ts";
export {
  createKillSwitch,
  type KillSwitch,
  type KillSwitchOptions,
  type KillSwitchRelease,
  type KillSwitchRequest,
  type KillSwitchState,
} from "./kill-switch.ts";
export type { FindLastPrice, LastPrice } from "./read-account.ts";
export type { ServiceGuardOptions } from "./guard-account.ts";
export { riskCollections } from "./risk-book.ts";
export type { RefusedOrder, RiskEvent, ToldKillSwitch } from "./risk-event.ts";
