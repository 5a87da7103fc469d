export { checkOrder as checkTraderOrder } from "../simulation/orders/order.ts";
export type { ExitDistances } from "../simulation/protective-exits.ts";
export { engineVersion } from "../version.ts";
export { lookBackOf, windowStart } from "./look-back.ts";
export type { PositionExits, ProtectedPosition } from "./position-exits.ts";
export type { SaidSignal } from "./said-signal.ts";
export type { StepScope } from "./scoped-broker.ts";
export { StrategyDecider, type DecisionOutcome } from "./strategy-decider.ts";
export {
  StrategyStepper,
  type OrdersAsked,
  type StepFill,
  type StepOutcome,
  type StepperOptions,
} from "./strategy-stepper.ts";
