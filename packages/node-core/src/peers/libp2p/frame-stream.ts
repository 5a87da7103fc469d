/** Frames on a libp2p stream: a length (u32, big endian) and that many bytes, one frame in each direction. */
import type { Stream, StreamMessageEvent } from "@libp2p/interface";

/** A peer sent what is no frame: too long, cut short, or with bytes behind it. */
export class BrokenFrame extends Error {}

const HEAD_BYTES = 4;
const PIECE_BYTES = 256 * 1024;

/** Bytes that may be on their way in at once, over all streams: a frame that finds no room is reset, not broken. */
export class InboundRoom {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  take(bytes: number): void {
    if (bytes > this.#left) throw new Error("Too much is on its way in already.");
    this.#left -= bytes;
  }

  give(bytes: number): void {
    this.#left += bytes;
  }
}

/**
 * The frame that the other side sends. QUIC has no read back-pressure, so everything is read at once and no byte past
 * the announced length is kept; memory grows with what has come, not with what is announced.
 *
 * Rejects with BrokenFrame, or with whatever ended the stream.
 */
export function readFrame(
  stream: Stream,
  maxBytes: number,
  room: InboundRoom,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const incoming = new IncomingFrame(maxBytes);
    const finish = (settle: () => void): void => {
      stream.removeEventListener("message", onMessage);
      stream.removeEventListener("remoteCloseWrite", onEnd);
      stream.removeEventListener("close", onClose);
      room.give(incoming.received);
      settle();
    };
    const onMessage = ({ data }: StreamMessageEvent): void => {
      try {
        for (const piece of data instanceof Uint8Array ? [data] : data) {
          room.take(piece.length);
          incoming.take(piece);
        }
        if (incoming.isWhole()) finish(() => resolve(incoming.body()));
      } catch (error) {
        finish(() => reject(asError(error)));
      }
    };
    const onEnd = (): void => finish(() => reject(new BrokenFrame("The frame is cut short.")));
    const onClose = ({ error }: { readonly error?: unknown }): void => {
      finish(() => reject(error === undefined ? new Error("The stream closed.") : asError(error)));
    };
    stream.addEventListener("message", onMessage);
    stream.addEventListener("remoteCloseWrite", onEnd);
    stream.addEventListener("close", onClose);
    // These two may have happened before anybody listened; what has come before that is delivered in this turn.
    setImmediate(() => {
      if (incoming.isWhole() || stream.readBufferLength > 0) return;
      if (stream.status !== "open") onClose({});
      else if (stream.remoteWriteStatus === "closed") onEnd();
    });
  });
}

/** Sends one frame and closes the writing side. Rejects when the stream ends before everything is out. */
export async function writeFrame(
  stream: Stream,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const head = new Uint8Array(HEAD_BYTES);
  new DataView(head.buffer).setUint32(0, body.length);
  stream.send(head);
  for (let offset = 0; offset < body.length; offset += PIECE_BYTES) {
    await stream.onDrain({ signal });
    stream.send(body.subarray(offset, offset + PIECE_BYTES));
  }
  await stream.close({ signal });
}

/** Whatever was thrown or sent as an event's error, as an Error. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error("The stream ended.", { cause: error });
}

class IncomingFrame {
  readonly #maxBytes: number;
  readonly #head = new Uint8Array(HEAD_BYTES);
  readonly #pieces: Uint8Array[] = [];
  #announced: number | undefined;
  /** All bytes so far, those of the head too. */
  received = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  take(piece: Uint8Array): void {
    const headLeft = Math.max(0, HEAD_BYTES - this.received);
    const toHead = piece.subarray(0, headLeft);
    this.#head.set(toHead, Math.min(this.received, HEAD_BYTES));
    this.received += piece.length;
    if (this.received < HEAD_BYTES) return;
    this.#announced ??= this.#announcedLength();
    if (piece.length > headLeft) this.#pieces.push(piece.subarray(headLeft));
    if (this.received > HEAD_BYTES + this.#announced) {
      throw new BrokenFrame("There are bytes behind the frame.");
    }
  }

  isWhole(): boolean {
    return this.#announced !== undefined && this.received === HEAD_BYTES + this.#announced;
  }

  body(): Uint8Array {
    const [first] = this.#pieces;
    if (this.#pieces.length === 1 && first !== undefined) return first;
    return new Uint8Array(Buffer.concat(this.#pieces));
  }

  #announcedLength(): number {
    const length = new DataView(this.#head.buffer).getUint32(0);
    if (length > this.#maxBytes) {
      throw new BrokenFrame(`A frame here has at most ${this.#maxBytes} bytes.`);
    }
    return length;
  }
}
