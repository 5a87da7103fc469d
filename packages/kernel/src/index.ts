export * from "./audit/index.ts";
export { busAddress, maskBusUrl, type BusAddress } from "./bus/bus-address.ts";
export { consumeLimits } from "./bus/consume-limits.ts";
export { checkRequestOptions } from "./bus/request-options.ts";
export { letterSelection } from "./bus/letter-selection.ts";
export type { BusFault } from "./bus/fault.ts";
export { createInProcessBus, type InProcessBusOptions } from "./bus/in-process-bus.ts";
export { logBusFaults } from "./bus/log-bus-faults.ts";
export type * from "./bus/port.ts";
export {
  deadLetterCollection,
  type DeadLetterDocument,
  type DeadLetterStore,
} from "./bus/stored-letters.ts";
export {
  absentOr,
  allOf,
  anyBigint,
  anyFunction,
  anyJson,
  anyMap,
  anyNumber,
  anySignal,
  anyText,
  checkArguments,
  checkedCalls,
  exactObject,
  finiteNumber,
  listOf,
  nullOr,
  objectOf,
  optionsOf,
  readable,
  recordOf,
  trueOrFalse,
  wholeNumber,
  type ArgumentRule,
  type CallRules,
  type CallSignatures,
  type RefuseArgument,
  shapedOption,
} from "./checked-calls.ts";
export { checkInteger, checkNumber, checkText, refuseArgument } from "./checks.ts";
export { systemClock, type Clock } from "./clock.ts";
export { countUnknown } from "./count-unknown.ts";
export { Decimal } from "./decimal/decimal.ts";
export type { RoundingMode } from "./decimal/rounding.ts";
export {
  BourseError,
  hasCode,
  isBourseError,
  type CodeGuard,
  type ErrorArguments,
  type ErrorOptions,
  type NoDetails,
} from "./errors.ts";
export { createEventRing, type EventRing, type EventRingOptions } from "./events/event-ring.ts";
export type { EventSource, SequencedEvent } from "./events/event-source.ts";
export { keepAliveUntil } from "./keep-alive-until.ts";
export { createOrderedIds, seededIds, systemIds, type Ids } from "./ids.ts";
export { canonicalJson, checkJson, frozenJson, type Json } from "./json.ts";
export { KernelError, type KernelErrorCode } from "./kernel-error.ts";
export type { Instruments, MetricDefinition, MetricLabels, SetGauge } from "./instruments.ts";
export { createClosingStack, type ClosingStack } from "./lifecycle/closing-stack.ts";
export {
  createLifecycle,
  type Component,
  type Lifecycle,
  type LifecycleOptions,
  type LifecycleState,
} from "./lifecycle/lifecycle.ts";
export { canonicalAddress } from "./limiter/canonical-address.ts";
export { isLoopback } from "./limiter/is-loopback.ts";
export { limitKey } from "./limiter/limit-key.ts";
export {
  createRateLimiter,
  type RateLimitDecision,
  type RateLimiter,
  type RateLimiterOptions,
} from "./limiter/rate-limiter.ts";
export type { Logger } from "./logger.ts";
export { createManualClock, type ManualClock } from "./manual-clock.ts";
export { didYouMean, nearestName, nearestSpelling } from "./nearest-name.ts";
export {
  booleanOption,
  choiceOption,
  functionOption,
  integerOption,
  numberOption,
  optional,
  portOption,
  textOption,
  type NumberBounds,
} from "./option-rules.ts";
export { resolveOptions, type OptionRule, type OptionRules } from "./options.ts";
export { pauseInBackground } from "./pause-in-background.ts";
export { seededRandom, type Random } from "./random.ts";
export { readBounded } from "./read-bounded.ts";
export { isSameJson } from "./same-json.ts";
export { seal, unseal } from "./sealing/seal.ts";
export * from "./store/index.ts";
export type { Subscription } from "./subscription.ts";
export { isFreeText, isLine, textLength, type TextLength } from "./text/free-text.ts";
export { splitLogin, type UrlAndLogin } from "./url-login.ts";
export { untilAborted } from "./until-aborted.ts";
export { withDeadline, type DeadlineOptions } from "./with-deadline.ts";
