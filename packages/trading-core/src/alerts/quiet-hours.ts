/** Hours of each day, by the clocks of a time zone, in which only urgent alerts are sent. */

import { anyText, checkArguments, KernelError } from "@bourse/kernel";

/** Tells whether a time, milliseconds UTC, is within quiet hours. */
export type QuietHours = (time: number) => boolean;

const FORM = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d) (\S+)$/;
const EXPECTED = "a span and a time zone, such as 22:00-07:00 Europe/Berlin";

/**
 * Quiet hours out of a text such as `22:00-07:00 Europe/Berlin`: from the first time until before the second, over
 * midnight when that is the earlier one, by the clocks of the zone on both sides of a change to or from summer time.
 *
 * @throws KernelError OPTION_INVALID for another form, two equal times, or an unknown time zone; ARGUMENT_INVALID
 */
export function parseQuietHours(text: string): QuietHours {
  checkArguments("parseQuietHours", { text: anyText }, [text]);
  const [, fromHour, fromMinute, toHour, toMinute, zone = ""] = FORM.exec(text) ?? [];
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const to = Number(toHour) * 60 + Number(toMinute);
  const clock = clockOf(zone);
  if (clock === undefined || from === to) {
    throw new KernelError("OPTION_INVALID", `quiet hours: expected ${EXPECTED}, not "${text}".`, {
      details: { option: "quietHours" },
    });
  }
  return (time) => {
    const minute = clock(time);
    return from < to ? minute >= from && minute < to : minute >= from || minute < to;
  };
}

/** The minute of the day by the clocks of a zone; undefined for an unknown one. */
function clockOf(zone: string): ((time: number) => number) | undefined {
  if (zone === "") return undefined;
  try {
    const format = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    return (time) => {
      const [hour, minute] = format.format(time).split(":").map(Number);
      return (hour ?? 0) * 60 + (minute ?? 0);
    };
  } catch {
    return undefined;
  }
}
