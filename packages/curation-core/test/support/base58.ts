const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Bytes in base58. */
export function base58(bytes: Uint8Array): string {
  let value = BigInt(`0x0${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  for (; value > 0n; value /= 58n) text = (ALPHABET[Number(value % 58n)] ?? "") + text;
  const first = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(first === -1 ? bytes.length : first) + text;
}
