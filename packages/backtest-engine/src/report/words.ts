/** Numbers and times in the words of a report: plain, of fixed form, the same on every machine. */

import { count, numeral, signed } from "@bourse/kernel/figures";

export { percent, price as quantity, signedPercent } from "@bourse/kernel/figures";

/** Money or a ratio: `1,234.50`. */
export const decimal: typeof numeral = numeral;

/** Money with its sign: `+1,234.50`. */
export function signedDecimal(value: number): string {
  return signed(value, decimal(value));
}

/** Minutes in the two largest units: `45 min`, `3 h 20 min`, `12 d 4 h`. */
export function duration(minutes: number | null): string {
  if (minutes === null) return "–";
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  const hours = Math.floor(whole / 60);
  if (hours < 24) return rest(hours, "h", whole % 60, "min");
  return rest(Math.floor(hours / 24), "d", hours % 24, "h");
}

/** `2024-03-01 14:30`, UTC. */
export function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");
}

/** `2024-03-01`, UTC. */
export function day(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** `profit_factor` and `profitFactor` as `profit factor`. */
export function spaced(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/gu, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}

function rest(large: number, unit: string, small: number, smallUnit: string): string {
  return `${count(large)} ${unit}${small === 0 ? "" : ` ${small} ${smallUnit}`}`;
}
