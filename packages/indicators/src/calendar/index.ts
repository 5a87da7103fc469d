export {
  CALENDAR_NAMES,
  openCalendar,
  type Calendar,
  type CalendarOptions,
  type MarketCalendar,
  type MarketSession,
} from "./calendar.ts";
export type { CalendarName, ExchangeName, MarketHours } from "./market-hours.ts";
export { openingRange, type OpeningRange, type OpeningRangeOptions } from "./opening-range.ts";
export { openTimeZone, type TimeZone } from "./time-zone.ts";
