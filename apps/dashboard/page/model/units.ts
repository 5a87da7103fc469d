/** Token amounts between a person's decimals and the chain's whole smallest units: exact, by bigint alone. */

/** `1500000000000000000` at 18 decimals is `1.5`. */
export function formatUnits(amount: string, decimals: number): string {
  const negative = amount.startsWith("-");
  const digits = amount.replace("-", "").padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(\d{3})+$)/gu, ",");
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/u, "");
  return `${negative ? "−" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** At most four decimals, cut and not rounded, with a mark where something was cut: for a glance, never for a sum. */
export function glanceUnits(amount: string, decimals: number): string {
  const [whole = "", fraction = ""] = formatUnits(amount, decimals).split(".");
  const kept = fraction.slice(0, 4).replace(/0+$/u, "");
  return `${whole}${kept === "" ? "" : `.${kept}`}${fraction.length > 4 ? "…" : ""}`;
}

/** What was wrong with an amount that a person typed. */
export interface UnitsFault {
  readonly fault: string;
}

/** The smallest units of an amount above 0, or what is wrong with it. Never rounded. */
export function parseUnits(text: string, decimals: number): bigint | UnitsFault {
  const match = /^(\d{1,80})(?:\.(\d{0,80}))?$/u.exec(text.trim().replaceAll(",", ""));
  if (match === null) return { fault: "Enter a number, such as 0.25." };
  const fraction = (match[2] ?? "").replace(/0+$/u, "");
  if (fraction.length > decimals) {
    return { fault: `This token has ${decimals} decimals; the amount has ${fraction.length}.` };
  }
  const amount = BigInt((match[1] ?? "") + fraction.padEnd(decimals, "0"));
  if (amount === 0n) return { fault: "The amount must be above 0." };
  return amount < 2n ** 256n ? amount : { fault: "No token has that many units." };
}
