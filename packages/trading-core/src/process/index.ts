/** One process of the service by its role: its own parts, and those of other processes over the bus. */

export { STORED_KEY, type BusKeyStore } from "../bus/bus-keys.ts";
export {
  ALERT_KINDS,
  mailChannel,
  openAlerts,
  parseAlertTexts,
  parseQuietHours,
  sendTestAlert,
  telegramChannel,
  type AlertChannel,
  type AlertFacts,
  type AlertKind,
  type AlertMessage,
  type AlertOptions,
  type AlertOutcome,
  type Alerts,
  type AlertTexts,
  type QuietHours,
  type TelegramOptions,
  type TestAlertOptions,
  type TestedChannel,
} from "../alerts/index.ts";
export { busState } from "./bus-state.ts";
export {
  startExecutionRole,
  type ExecutionRoleOptions,
  type OpenExecution,
} from "./execution-role.ts";
export {
  openServiceBus,
  type ServiceBusOptions,
  type SharedBusOptions,
} from "./open-service-bus.ts";
export {
  openServiceClock,
  openServiceProcess,
  type OpenMarketData,
  type ServiceProcessOptions,
} from "./open-service-process.ts";
export { jobTypesOf, partsOfRole, type ServiceParts, type ServiceRole } from "./service-parts.ts";
export { startWork } from "./start-work.ts";
