/** Formats numbers, times and names for the page. */

/** `0x1234…abcd`: the ends, which is what people compare. */
export function short(text: string): string {
  return text.length <= 14 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`;
}

export function bytes(count: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const days = Math.floor(whole / 86_400);
  const hours = Math.floor((whole % 86_400) / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/** The reader's own date and time, from Unix seconds or ISO 8601. */
export function moment(time: number | string | null): string {
  if (time === null) return "never";
  const date = new Date(typeof time === "number" ? time * 1000 : time);
  if (Number.isNaN(date.getTime())) return String(time);
  return date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}

export function clockTime(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString(undefined, { hour12: false });
}

/** `p2p_network` as `p2p network`, `ma_type` as `MA type`. */
export function spaced(name: string): string {
  return name.replaceAll("_", " ").replaceAll(ABBREVIATIONS, (word) => word.toUpperCase());
}

/** Indicators that nobody writes in small letters. */
const ABBREVIATIONS = /\b(?:adx|atr|cci|ema|ma|macd|mfi|obv|roc|rsi|sma|vwap|wma)\b/gu;

/** Time since a moment in one unit: `3 min ago`, `in 2 h`. Both in Unix milliseconds. */
export function ago(then: number, now: number): string {
  const seconds = Math.round(Math.abs(now - then) / 1000);
  if (seconds < 5) return "now";
  const [size, unit] = UNITS.find(([length]) => seconds >= length) ?? [1, "s"];
  const text = `${Math.floor(seconds / size)} ${unit}`;
  return then <= now ? `${text} ago` : `in ${text}`;
}

/** Seconds of each unit, the longest first. */
const UNITS = [
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
] as const;
