/** One process of the service by its role: its own parts, and those of other processes over the bus. */

export { STORED_KEY, type BusKeyStore } from "../bus/bus-keys.ts";
export {
  ALERT_KINDS,
  mailChannel,
  openAlerts,
  parseQuietHours,
  telegramChannel,
  type AlertChannel,
  type AlertKind,
  type AlertMessage,
  type AlertOptions,
  type AlertOutcome,
  type Alerts,
  type QuietHours,
  type TelegramOptions,
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
