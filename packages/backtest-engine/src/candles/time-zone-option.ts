/** The option `timeZone` of the engine's functions. */

import { isIndicatorError } from "@bourse/indicators";
import { openTimeZone, type TimeZone } from "@bourse/indicators/calendar";

import { EngineError } from "../errors.ts";

/**
 * Opens the clock of an IANA time zone, or of an offset such as `+05:30`.
 *
 * @throws EngineError OPTIONS_INVALID, details.option is timeZone
 */
export function openZoneOption(timeZone: string): TimeZone {
  try {
    return openTimeZone(timeZone);
  } catch (error) {
    if (!isIndicatorError(error)) throw error;
    const details = { option: "timeZone" };
    throw new EngineError("OPTIONS_INVALID", error.message, { details, cause: error });
  }
}
