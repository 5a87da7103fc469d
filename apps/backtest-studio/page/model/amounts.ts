/** Sums of decimals that are texts, as the broker's are: exact. */

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/u;

/** The exact product of two decimals, without zeros at its end; undefined where one of them is none. */
export function product(one: string, other: string): string | undefined {
  const [a, b] = [DECIMAL.exec(plain(one)), DECIMAL.exec(plain(other))];
  if (a === null || b === null) return undefined;
  const places = (a[3] ?? "").length + (b[3] ?? "").length;
  const value = digitsOf(a) * digitsOf(b);
  const sign = value < 0n ? "-" : "";
  const digits = String(value < 0n ? -value : value).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const part = digits.slice(digits.length - places).replace(/0+$/u, "");
  return `${sign}${whole}${part === "" ? "" : `.${part}`}`;
}

function digitsOf([, sign = "", whole = "", part = ""]: RegExpExecArray): bigint {
  return BigInt(`${whole}${part}`) * (sign === "" ? 1n : -1n);
}

/** A decimal without an exponent: a price of a candle may be written as `1e-9`. */
function plain(text: string): string {
  const [, sign = "", whole = "", part = "", power] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d{1,3})$/u.exec(text) ?? [];
  if (power === undefined) return text;
  const digits = `${whole}${part}`;
  const point = whole.length + Number(power);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  const long = digits.padEnd(point, "0");
  return `${sign}${long.slice(0, point)}${long.length > point ? `.${long.slice(point)}` : ""}`;
}
