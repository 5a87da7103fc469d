/** Figures as people read them: fractions as per cent, prices with the digits that matter, times in UTC. */

const DASH = "–";
const MINUS = "−";

/** `0.0512` as `5.12 %`. */
export function percent(value: number | null | undefined, digits = 2): string {
  return value === null || value === undefined ? DASH : `${fixed(value * 100, digits)} %`;
}

/** A percentage with its sign, for gains and losses. */
export function signedPercent(value: number | null | undefined, digits = 2): string {
  return value !== null && value !== undefined && value > 0
    ? `+${percent(value, digits)}`
    : percent(value, digits);
}

export function ratio(value: number | null | undefined, digits = 2): string {
  return value === null || value === undefined ? DASH : fixed(value, digits);
}

/** An amount of the quote currency in whole hundredths. */
export function money(value: number | null | undefined): string {
  return ratio(value, 2);
}

export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** A price with at most seven significant digits. */
export function price(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 7 }).replace("-", MINUS);
}

/** A decimal of the broker as it is: exact, with a sign that can be seen. */
export function exact(text: string | null): string {
  return text === null ? DASH : text.replace("-", MINUS);
}

/** `2026-01-01 05:00` in UTC. */
export function utc(time: string | number): string {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

/** Minutes in the two largest units: `3 d 4 h`. */
export function minutes(value: number | null): string {
  if (value === null) return DASH;
  const days = Math.floor(value / 1440);
  const hours = Math.floor((value % 1440) / 60);
  if (days > 0) return `${count(days)} d ${hours} h`;
  return hours > 0 ? `${hours} h ${Math.round(value % 60)} min` : `${Math.round(value)} min`;
}

/** Milliseconds as a duration that one can compare: `0.42 s`. */
export function seconds(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1000).toFixed(2)} s`;
}

function fixed(value: number, digits: number): string {
  const text = value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return /[1-9]/u.test(text) ? text.replace("-", MINUS) : text.replace("-", "");
}

/** Class of a figure by its sign. */
export function tone(value: number | null | undefined): "gain" | "loss" | undefined {
  if (value === null || value === undefined || value === 0) return undefined;
  return value > 0 ? "gain" : "loss";
}
