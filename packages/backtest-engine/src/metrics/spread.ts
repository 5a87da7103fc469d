/** The line between a spread and a rounding error, for all statistics that divide by a spread. */

/** Share of the values' size below which their spread is nothing: equal values differ by rounding. */
const NEGLIGIBLE = 1e-9;
/** Smallest spread of returns: below it is the rounding of prices, whose size is 1 against that of returns. */
const ROUNDING = 1e-12;

/** True if `spread`, such as a deviation of returns, is more than rounding of values of `size`, such as their mean. */
export function isSpread(spread: number, size: number): boolean {
  return spread > ROUNDING && outweighs(spread, size);
}

/** True if `divisor` is something against `dividend`: the quotient lies below 10⁹ and says something. */
export function outweighs(divisor: number, dividend: number): boolean {
  const [small, large] = [Math.abs(divisor), Math.abs(dividend)];
  return small > 0 && small > NEGLIGIBLE * large;
}
