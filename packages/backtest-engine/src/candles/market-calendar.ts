import { isIndicatorError } from "@bourse/indicators";
import { openCalendar, type Calendar, type MarketCalendar } from "@bourse/indicators/calendar";

import { EngineError } from "../errors.ts";

/**
 * The calendar by its name or its hours.
 *
 * @throws EngineError OPTIONS_INVALID, details {option: "calendar"}
 */
export function marketCalendar(calendar: Calendar): MarketCalendar {
  try {
    return openCalendar(calendar);
  } catch (error) {
    if (!isIndicatorError(error)) throw error;
    throw new EngineError("OPTIONS_INVALID", error.message, {
      details: { option: "calendar" },
      cause: error,
    });
  }
}
