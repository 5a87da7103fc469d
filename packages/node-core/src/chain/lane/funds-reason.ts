/** Reason of a transaction that the wallet cannot pay, amounts in wei. */
export function fundsReason(available: bigint, needed: bigint): string {
  return `The wallet has ${available} wei, and this needs ${needed} wei, fees included.`;
}

/** Reports if a transaction was refused because the wallet cannot pay it. */
export function isFundsReason(reason: string | null): boolean {
  return /^The wallet has \d+ wei, and this needs \d+ wei, fees included\.$/.test(reason ?? "");
}
