/** Prices as an exchange quotes them: whole multiples of its tick. */

/**
 * Rounds a price up (`direction` 1) or down (-1) to a whole tick. A price within a rounding error of a tick stays
 * there. A tick of 0 allows any price.
 */
export function toTick(price: number, tick: number, direction: number): number {
  if (tick === 0 || !(Math.abs(price) < Infinity)) return price;
  const ticks = price / tick;
  const nearest = Math.round(ticks);
  const isOn = Math.abs(ticks - nearest) <= 1e-9 * Math.max(1, Math.abs(ticks));
  const whole = isOn ? nearest : direction > 0 ? Math.ceil(ticks) : Math.floor(ticks);
  // Multiplying by 0.1 has a rounding error where dividing by 10 has none.
  const inverse = Math.round(1 / tick);
  return inverse >= 1 && Math.abs(inverse * tick - 1) < 1e-9 ? whole / inverse : whole * tick;
}
