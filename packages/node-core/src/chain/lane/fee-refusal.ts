/** The minimum that an endpoint names when it refuses a transaction's fee. */

/** Numbers with a unit; without one they are wei. Addresses and hashes are no numbers. */
const NUMBERS = /(?<![\w.])(0x[0-9a-f]{1,16}|\d+(?:\.\d+)?)\s*(gwei|wei)?(?![\w])/gi;

const GWEI = 1_000_000_000n;

/**
 * Returns the least priority fee per gas in wei that the words of a refusal name: the largest number in them that is
 * more than the `tip` offered; undefined when they name none. The base fee is no such minimum: the market follows it.
 */
export function namedLeastTip(words: string, tip: bigint): bigint | undefined {
  if (/base ?fee/i.test(words)) return undefined;
  const named = [...words.matchAll(NUMBERS)].map(([, number = "0", unit = "wei"]) =>
    weiOf(number, unit.toLowerCase()),
  );
  const least = named.reduce((most, one) => (one > most ? one : most), 0n);
  return least > tip ? least : undefined;
}

function weiOf(number: string, unit: string): bigint {
  const [whole = "0", fraction = ""] = number.split(".");
  if (unit === "wei") return BigInt(whole);
  return BigInt(whole) * GWEI + BigInt(fraction.slice(0, 9).padEnd(9, "0"));
}
