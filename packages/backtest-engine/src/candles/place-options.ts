/** The options `calendar` and `timeZone` of the engine's functions. */

import { isIndicatorError } from "@bourse/indicators";
import {
  openCalendar,
  openTimeZone,
  type Calendar,
  type MarketCalendar,
  type TimeZone,
} from "@bourse/indicators/calendar";
import type { OptionRule } from "@bourse/kernel";

import { EngineError } from "../errors.ts";

/**
 * Opens a calendar by its name or its hours.
 *
 * @throws EngineError OPTIONS_INVALID, details {option: "calendar"}
 */
export function calendarOption(calendar: Calendar): MarketCalendar {
  return opened("calendar", () => openCalendar(calendar));
}

/**
 * Opens the clock of an IANA time zone, or of an offset such as `+05:30`.
 *
 * @throws EngineError OPTIONS_INVALID, details {option: "timeZone"}
 */
export function timeZoneOption(timeZone: string): TimeZone {
  return opened("timeZone", () => openTimeZone(timeZone));
}

/** Accepts the name of a time zone. */
export const timeZoneRule: OptionRule<string | undefined> = {
  expected: "an IANA time zone such as Europe/Berlin, or an offset such as +05:30",
  accepts: (value) => {
    try {
      openTimeZone(value as string);
      return true;
    } catch {
      return false;
    }
  },
  absent: () => undefined,
};

function opened<Place>(option: string, open: () => Place): Place {
  try {
    return open();
  } catch (error) {
    if (!isIndicatorError(error)) throw error;
    // The zone of a calendar's hours is refused by another name.
    const fault = error.message.replace(/^\w+: /u, "");
    throw new EngineError("OPTIONS_INVALID", `option "${option}": ${fault}`, {
      details: { option },
      cause: error,
    });
  }
}
