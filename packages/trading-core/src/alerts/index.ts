export { type AlertChannel, type AlertMessage, type AlertOutcome } from "./alert-channel.ts";
export { ALERT_KINDS, type AlertKind } from "./alert.ts";
export { openAlerts, type AlertOptions, type Alerts } from "./alerts.ts";
export { mailChannel } from "./mail-channel.ts";
export { parseQuietHours, type QuietHours } from "./quiet-hours.ts";
export { telegramChannel, type TelegramOptions } from "./telegram-channel.ts";
