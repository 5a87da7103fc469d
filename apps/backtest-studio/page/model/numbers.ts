/** The forms of the studio's figures; all of them are those of every page. */

import { utcMinute } from "@bourse/ui/chart-times";
import { duration } from "@bourse/ui/format";
import { count, everyDigit, numeral, percent, signedPercent } from "@bourse/ui/numeral";

export { utcMinute } from "@bourse/ui/chart-times";
export { count, percent, price, signedPercent, numeral as ratio } from "@bourse/ui/numeral";

type Known = number | null | undefined;

/** An amount of the quote currency in whole hundredths. */
export function money(value: Known): string {
  return numeral(value, 2);
}

interface Form {
  /** The figure as it is shown, with so many digits behind the point. */
  readonly text: (value: Known, digits?: number) => string;
  /** Text with all of its digits. */
  readonly whole: (value: Known) => string;
}

const everyPercent = (value: Known): string => `${everyDigit(value, 2)} %`;

/** The forms of figures: `gain` is a fraction with its sign. */
export const FORMS = {
  gain: { text: signedPercent, whole: everyPercent },
  percent: { text: percent, whole: everyPercent },
  ratio: { text: numeral, whole: everyDigit },
  money: { text: money, whole: everyDigit },
  count: { text: count, whole: everyDigit },
} as const satisfies Readonly<Record<string, Form>>;

/** `2026-01-01 05:00`, for a column whose head says that it is of UTC. */
export function utc(time: string | number): string {
  return utcMinute(time).replace(" UTC", "");
}

/** Minutes as a duration. */
export function minutes(value: number | null): string {
  return duration(value === null ? null : value * 60);
}

/** Class of a figure by its sign. */
export function tone(value: Known): "gain" | "loss" | undefined {
  if (value === null || value === undefined || value === 0) return undefined;
  return value > 0 ? "gain" : "loss";
}
