/** Lengths of candles, as the wire spells them and as people do. */

/** The usual lengths, which are proposed; any other may be written. */
export const INTERVALS = "1m 3m 5m 15m 30m 1h 2h 4h 6h 12h 1d 1w 1M".split(" ");

const UNITS: Readonly<Record<string, string>> = {
  s: "second",
  m: "minute",
  h: "hour",
  d: "day",
  w: "week",
  M: "month",
};

/** The spelling with a unit, such as `1h` for `60`; undefined for a text that is no length of a candle. */
export function spelledInterval(interval: string): string | undefined {
  const found = /^(?:([1-9]\d{0,8})([smhdwDWM]?)|([DWM]))$/u.exec(interval);
  if (found === null) return undefined;
  const [, digits = "1", unit = found[3]!] = found; // without digits the unit stands alone
  if (unit !== "") return `${digits}${unit === "M" ? unit : unit.toLowerCase()}`;
  const minutes = Number(digits);
  if (minutes % 1440 === 0) return `${minutes / 1440}d`;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}

/** The length in words, such as `45 minutes`; a text that is no length stays as it is. */
export function intervalName(interval: string): string {
  const word = spelledInterval(interval);
  if (word === undefined) return interval;
  const [count, unit] = [word.slice(0, -1), UNITS[word.at(-1)!]!]; // the units are those of the pattern
  return `${count} ${unit}${count === "1" ? "" : "s"}`;
}

/** The fault of a text that is no length of a candle; undefined for one that is. */
export function intervalFault(interval: string): string | undefined {
  return spelledInterval(interval) === undefined
    ? "Write a whole number of s, m, h, d, w or M (months), such as 45m or 3M."
    : undefined;
}
