// Byte reads below are checked by the bounds around them, so `!` only tells the checker so.

/** LZ4 frames (the LZ4 frame format, version 1.6), in which pandas compresses Feather files. Checksums are not read. */

/** Maximum size of one column when it is decompressed: 1 GiB. */
const MAX_BYTES = 2 ** 30;

/** Decompresses one frame. @throws RangeError for anything else */
export function decompressLz4Frame(input: Uint8Array): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  if (view.getUint32(0, true) !== 0x184d2204) throw new RangeError("no LZ4 frame");
  const flags = input[4]!;
  const hasSize = (flags & 8) !== 0;
  const hasBlockSums = (flags & 16) !== 0;
  if (flags >> 6 !== 1 || (flags & 1) !== 0) throw new RangeError("an LZ4 frame of another kind");
  const output = new Output(hasSize ? Number(view.getBigUint64(6, true)) : 4 * input.length);
  let at = 7 + (hasSize ? 8 : 0);
  for (;;) {
    const head = view.getUint32(at, true);
    at += 4;
    if (head === 0) return output.bytes();
    const size = head & 0x7fffffff;
    if (at + size > input.length) throw new RangeError("an LZ4 frame that is cut off");
    const block = input.subarray(at, at + size);
    if (head >>> 31 === 1) output.literals(block);
    else decompressBlock(block, output);
    at += size + (hasBlockSums ? 4 : 0);
  }
}

function decompressBlock(block: Uint8Array, output: Output): void {
  let at = 0;
  const more = (): number => {
    let length = 0;
    for (;;) {
      if (at >= block.length) throw new RangeError("an LZ4 block that is cut off");
      const byte = block[at++]!;
      length += byte;
      if (byte !== 255) return length;
    }
  };
  while (at < block.length) {
    const token = block[at++]!;
    const literals = token >> 4 === 15 ? 15 + more() : token >> 4;
    if (at + literals > block.length) throw new RangeError("an LZ4 block that is cut off");
    output.literals(block.subarray(at, at + literals));
    at += literals;
    if (at === block.length) return;
    if (at + 2 > block.length) throw new RangeError("an LZ4 block that is cut off");
    const distance = block[at]! | (block[at + 1]! << 8);
    at += 2;
    output.repeat(distance, 4 + ((token & 15) === 15 ? 15 + more() : token & 15));
  }
}

/** Bytes that grow; blocks may refer to those of earlier blocks. */
class Output {
  #bytes: Uint8Array;
  #length = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(Math.min(Math.max(size, 64), 2 ** 26));
  }

  literals(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  repeat(distance: number, count: number): void {
    if (distance === 0 || distance > this.#length)
      throw new RangeError("an LZ4 block that is broken");
    this.#room(count);
    const bytes = this.#bytes;
    for (let i = 0; i < count; i++) bytes[this.#length + i] = bytes[this.#length + i - distance]!;
    this.#length += count;
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #room(count: number): void {
    const needed = this.#length + count;
    if (needed > MAX_BYTES) throw new RangeError(`a column of more than ${MAX_BYTES} bytes`);
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.min(MAX_BYTES, Math.max(needed, 2 * this.#bytes.length)));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
