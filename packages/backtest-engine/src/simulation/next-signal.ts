/** The next candle with a signal, found four at a time. */

/** The signals as 32-bit words of four, if they are aligned. */
export function inFours({ buffer, byteOffset, length }: Uint8Array): Uint32Array {
  return byteOffset % 4 === 0
    ? new Uint32Array(buffer, byteOffset, length >> 2)
    : new Uint32Array(0);
}

/** The index of the first candle of `[from, end)` with a signal; `end` if there is none. */
export function nextSignal(
  signals: Uint8Array,
  fours: Uint32Array,
  from: number,
  end: number,
): number {
  const whole = 4 * fours.length;
  let i = from;
  while (i < end && signals[i] === 0) {
    i++;
    // Most candles have no signal, so four are tested at once.
    if ((i & 3) === 0) while (i < whole && fours[i >> 2] === 0) i += 4;
  }
  return Math.min(i, end);
}
