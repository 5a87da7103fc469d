/** Numbers and times in the words of a report: plain, of fixed form, the same on every machine. */

/** Stands for a figure that is not defined. */
const NONE = "–";

/** A fraction as per cent with its sign: `+12.34 %`. */
export function signedPercent(fraction: number | null): string {
  if (fraction === null) return NONE;
  const text = percent(Math.abs(fraction));
  if (/^0(\.0+)? %$/u.test(text)) return text;
  return fraction < 0 ? `−${text}` : `+${text}`;
}

/** A fraction as per cent: `12.34 %`, with fewer digits where the number is long. */
export function percent(fraction: number | null): string {
  if (fraction === null) return NONE;
  const value = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, fraction * 100));
  return `${grouped(value, Math.abs(value) >= 1000 ? 0 : 2)} %`;
}

/** Money or a ratio: `1,234.50`. */
export function decimal(value: number | null, digits = 2): string {
  return value === null ? NONE : grouped(value, digits);
}

/** Money with its sign: `+1,234.50`. */
export function signedDecimal(value: number): string {
  const text = grouped(Math.abs(value), 2);
  if (/^0(\.0+)?$/u.test(text)) return text;
  return value < 0 ? `−${text}` : `+${text}`;
}

/** A price or a quantity: up to eight significant digits, no needless zeros. */
export function quantity(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size >= 1e15 || size < 1e-9) return value.toExponential(4);
  const digits = Math.min(10, Math.max(0, 7 - Math.floor(Math.log10(size))));
  return grouped(value, digits)
    .replace(/(\.\d*?)0+$/u, "$1")
    .replace(/\.$/u, "");
}

/** Minutes in the largest fitting units: `45 min`, `3 h 20 min`, `12 d 4 h`. */
export function duration(minutes: number | null): string {
  if (minutes === null) return NONE;
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  const hours = Math.floor(whole / 60);
  if (hours < 48) return rest(hours, "h", whole % 60, "min");
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
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
}

function grouped(value: number, digits: number): string {
  if (Math.abs(value) >= 1e15) return value.toExponential(4).replace("-", "−");
  const [whole = "", fraction] = Math.abs(value).toFixed(digits).split(".");
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/gu, ",");
  const sign = value < 0 && /[1-9]/u.test(whole + (fraction ?? "")) ? "−" : "";
  return `${sign}${groups}${fraction === undefined ? "" : `.${fraction}`}`;
}
