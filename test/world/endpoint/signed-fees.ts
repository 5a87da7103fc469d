/** Fees of a signed transaction, read off its bytes (EIP-1559 and the legacy form, in RLP). */

export interface SignedFees {
  /** Type of the transaction: 0 or 2. */
  readonly type: number;
  /** Priority fee per gas in wei; of type 0 the gas price. */
  readonly tip: bigint;
}

export function signedFees(raw: string): SignedFees {
  const bytes = Buffer.from(raw.slice(2), "hex");
  // A legacy transaction is a list of nonce and gas price at its start; others have their type before the list.
  const isTyped = bytes[0]! < 0xc0;
  const fields = itemsOf(bytes.subarray(isTyped ? 1 : 0), isTyped ? 3 : 2);
  return { type: isTyped ? bytes[0]! : 0, tip: numberOf(fields.at(-1)) };
}

/** The first items of a list, each of which is shorter than 56 bytes. */
function itemsOf(list: Buffer, count: number): readonly Buffer[] {
  const items: Buffer[] = [];
  let place = list[0]! > 0xf7 ? 1 + list[0]! - 0xf7 : 1;
  while (items.length < count) {
    const head = list[place]!;
    const [from, length] = head < 0x80 ? [place, 1] : [place + 1, head - 0x80];
    items.push(list.subarray(from, from + length));
    place = from + length;
  }
  return items;
}

function numberOf(item: Buffer | undefined): bigint {
  return item === undefined || item.length === 0 ? 0n : BigInt(`0x${item.toString("hex")}`);
}
