/** Numbers of any size as text, without a figure that is lost unseen. */

/** A number that may not be known. */
export type Figure = number | null | undefined;

const DASH = "–";
const MINUS = "−";
const NEARLY_ZERO = "≈ 0";
/** Below it a result of binary fractions is nothing but their rounding. */
const NOISE = 1e-9;
const MOST_DIGITS = 20;
/** Least number that `toFixed` writes with an exponent; none of that size has digits behind the point. */
const HUGE = 1e21;

/**
 * A number in groups of three, rounded to `digits` (0–9, default 2) behind the point: `1,234.50`. One that would be
 * rounded to zero has as many digits as show two figures of it, and one below 1e-9 is `≈ 0`. The part before the point
 * is always whole, and no number has an exponent. A dash for null, undefined and what is not finite.
 */
export function numeral(value: Figure, digits = 2): string {
  if (!isKnown(value)) return DASH;
  const size = Math.abs(value);
  if (size > 0 && size < NOISE) return NEARLY_ZERO;
  const isLost = size > 0 && size < 10 ** -digits;
  return fixed(value, isLost ? 1 - Math.floor(Math.log10(size)) : digits);
}

/** A number with exactly `digits` (0–20) behind the point, for values of one column; a dash as {@link numeral}. */
export function fixed(value: Figure, digits: number): string {
  if (!isKnown(value)) return DASH;
  return grouped(
    Math.abs(value) < HUGE ? value.toFixed(Math.min(MOST_DIGITS, digits)) : plain(value),
  );
}

/** A whole number in groups of three; a dash as {@link numeral}. */
export function count(value: Figure): string {
  return fixed(value, 0);
}

/** A text of a number with a plus before it where the number is above 0, for gains and losses: `+5.12 %`. */
export function signed(value: Figure, text: string): string {
  return isKnown(value) && value > 0 && !text.startsWith(NEARLY_ZERO) ? `+${text}` : text;
}

/** A fraction as per cent, `5.12 %`, with `digits` behind the point (0–9, default 2); else as {@link numeral}. */
export function percent(fraction: Figure, digits = 2): string {
  if (!isKnown(fraction)) return DASH;
  // What is beyond the numbers as per cent is among the greatest of them.
  const most = Number.MAX_VALUE;
  return `${numeral(Math.max(-most, Math.min(most, shifted(fraction, 2))), digits)} %`;
}

/** A fraction as per cent with its sign, for gains and losses: `+5.12 %`; else as {@link percent}. */
export function signedPercent(fraction: Figure, digits = 2): string {
  return signed(fraction, percent(fraction, digits));
}

/**
 * A price, whole before the point, with `digits` (0–20) behind it, and with more where it would be rounded to zero. By
 * default as many as make ten figures, without zeros at the end. A dash as {@link numeral}.
 */
export function price(value: Figure, digits?: number): string {
  if (!isKnown(value)) return DASH;
  const size = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  if (digits !== undefined && (value === 0 || size >= -digits)) return fixed(value, digits);
  const text = fixed(value, Math.max(0, 9 - size));
  return text.includes(".") ? text.replace(/\.?0+$/u, "") : text;
}

/**
 * All digits of a number in groups of three, for the title of one that is shown rounded; with a power (default 0), of
 * the number times that power of ten: 2 for per cent. A dash as {@link numeral}.
 */
export function everyDigit(value: Figure, power = 0): string {
  return isKnown(value) ? grouped(plain(shifted(value, power))) : DASH;
}

/**
 * A decimal that is a text, in groups of three with a minus that can be seen, and no digit less or more: `-1234.50` as
 * `−1,234.50`. A dash for null; any other text as it is.
 */
export function grouped(text: string | null): string {
  if (text === null) return DASH;
  const [, sign = "", whole, part = ""] = /^(-?)(\d+)(\.\d+)?$/u.exec(text) ?? [];
  if (whole === undefined) return text;
  const isNegative = sign !== "" && /[1-9]/u.test(text);
  return `${isNegative ? MINUS : ""}${whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, ",")}${part}`;
}

/** True for a text that leaves out digits of the whole one: `1.50 %` leaves out none of `1.5 %`. */
export function isShortened(text: string, whole: string): boolean {
  const bare = (of: string): string =>
    of
      .replaceAll(/[^\d.]/gu, "")
      .replace(/(\.\d*?)0+$/u, "$1")
      .replace(/\.$/u, "");
  return bare(text) !== bare(whole);
}

/** The number times a power of ten, rounded once: `0.0512 * 100` would be 5.120000000000001. */
function shifted(value: number, power: number): number {
  if (power === 0) return value;
  const [factor, exponent = "0"] = String(value).split("e");
  return Number(`${factor}e${Number(exponent) + power}`);
}

/** The shortest digits that stand for the number, without an exponent. */
function plain(value: number): string {
  const [, sign = "", whole = "", part = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/u.exec(String(value)) ?? [];
  const digits = `${whole}${part}`;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  const long = digits.padEnd(point, "0");
  return `${sign}${long.slice(0, point)}${long.length > point ? `.${long.slice(point)}` : ""}`;
}

function isKnown(value: Figure): value is number {
  return Number.isFinite(value);
}
