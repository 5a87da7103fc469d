/** Fees by EIP-1559: what the market asks, and what a replacement must offer. */

export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** Room for the base fee to double: six full blocks in a row. */
export function marketFees(baseFeePerGas: bigint, priorityFeePerGas: bigint): Fees {
  return {
    maxFeePerGas: 2n * baseFeePerGas + priorityFeePerGas,
    maxPriorityFeePerGas: priorityFeePerGas,
  };
}

/**
 * Raises both fees by at least one eighth, which every client accepts as a replacement, and at least to the market's.
 */
export function replacementFees(previous: Fees, market: Fees): Fees {
  return {
    maxFeePerGas: max(raised(previous.maxFeePerGas), market.maxFeePerGas),
    maxPriorityFeePerGas: max(raised(previous.maxPriorityFeePerGas), market.maxPriorityFeePerGas),
  };
}

function raised(fee: bigint): bigint {
  return max((fee * 9n + 7n) / 8n, fee + 1n);
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
