/** Fees by EIP-1559, or the gas price of a chain without it: those of the market, and those of a replacement. */

/** Fees per gas in wei. On a chain without EIP-1559 both are the gas price. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** Room for the base fee to double: six full blocks in a row. Without a base fee the tip is the gas price. */
export function marketFees(baseFeePerGas: bigint, priorityFeePerGas: bigint): Fees {
  return {
    maxFeePerGas: 2n * baseFeePerGas + priorityFeePerGas,
    maxPriorityFeePerGas: priorityFeePerGas,
  };
}

/** Bounds of a replacement's fees. */
export interface FeeBounds {
  /** Maximum fee per gas in wei. */
  readonly maximumFeePerGas: bigint;
  /** Least priority fee in wei that an endpoint has named; 0 for none. */
  readonly leastTip: bigint;
  /** True where the fees were refused as too low: without a named minimum the tip climbs in steps of a half. */
  readonly isSteep: boolean;
}

/**
 * Raises both fees by at least one eighth, which every client accepts as a replacement, and at least to the market's;
 * the tip by a half where it climbs to a minimum that nobody names. Undefined when the maximum leaves no room for that.
 */
export function replacementFees(
  previous: Fees,
  market: Fees,
  { isSteep, leastTip, maximumFeePerGas }: FeeBounds,
): Fees | undefined {
  const before = previous.maxPriorityFeePerGas;
  const least = { tip: raised(before), fee: raised(previous.maxFeePerGas) };
  // A minimum above the maximum may be a misread one: then the fees climb to the maximum.
  const named = leastTip <= maximumFeePerGas ? leastTip : 0n;
  const climbed = isSteep && named === 0n ? (before * 3n + 1n) / 2n : 0n;
  const tip = max(least.tip, market.maxPriorityFeePerGas, named, climbed);
  const room = market.maxFeePerGas - market.maxPriorityFeePerGas;
  const fees = bounded(
    {
      maxFeePerGas: max(least.fee, market.maxFeePerGas, room + tip),
      maxPriorityFeePerGas: tip,
    },
    maximumFeePerGas,
  );
  if (fees.maxFeePerGas < least.fee || fees.maxPriorityFeePerGas < least.tip) return undefined;
  return fees;
}

/** The fees, or the maximum where they are above it. */
export function bounded({ maxFeePerGas, maxPriorityFeePerGas }: Fees, maximum: bigint): Fees {
  return {
    maxFeePerGas: min(maxFeePerGas, maximum),
    maxPriorityFeePerGas: min(maxPriorityFeePerGas, maximum),
  };
}

function raised(fee: bigint): bigint {
  return max((fee * 9n + 7n) / 8n, fee + 1n);
}

function max(...all: readonly bigint[]): bigint {
  return all.reduce((most, one) => (one > most ? one : most), 0n);
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
