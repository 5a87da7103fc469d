/** Frames on a libp2p stream: a length (u32, big endian) and that many bytes, one frame in each direction. */
import type { Stream, StreamMessageEvent } from "@libp2p/interface";

/**
 * Error for an invalid frame: too long, or with bytes behind it. A truncated frame is not one of these, because a reset
 * stream or a lost connection looks the same.
 */
export class BrokenFrame extends Error {}

const HEAD_BYTES = 4;
const PIECE_BYTES = 256 * 1024;

/**
 * Memory budget for incoming frames, in total and per peer. A frame beyond the budget is reset, not counted as invalid.
 */
export class InboundRoom {
  #used = 0;
  readonly #usedBy = new Map<string, number>();

  take(nodeId: string, bytes: number): void {
    const ofPeer = (this.#usedBy.get(nodeId) ?? 0) + bytes;
    if (this.#used + bytes > MAX_BYTES || ofPeer > MAX_BYTES_A_PEER) {
      throw new Error("Memory budget for incoming frames exceeded.");
    }
    this.#used += bytes;
    this.#usedBy.set(nodeId, ofPeer);
  }

  give(nodeId: string, bytes: number): void {
    this.#used -= bytes;
    const ofPeer = (this.#usedBy.get(nodeId) ?? 0) - bytes;
    if (ofPeer > 0) this.#usedBy.set(nodeId, ofPeer);
    else this.#usedBy.delete(nodeId);
  }
}

const MAX_BYTES = 128 * 2 ** 20;
const MAX_BYTES_A_PEER = 16 * 2 ** 20;

/** Limits for reading one frame. */
export interface ReadLimits {
  readonly nodeId: string;
  readonly maxBytes: number;
  readonly room: InboundRoom;
  /** Longest pause of the sender in milliseconds before the read fails; null means no limit. */
  readonly stallMilliseconds: number | null;
}

/**
 * Reads the frame that the other side sends. QUIC has no read back-pressure, so everything is read at once and no byte
 * past the announced length is kept; memory grows with the bytes received, not with the announced length.
 *
 * Rejects with BrokenFrame, or with the error that ended the stream.
 */
export function readFrame(stream: Stream, limits: ReadLimits): Promise<Uint8Array> {
  const { nodeId, maxBytes, room, stallMilliseconds } = limits;
  return new Promise((resolve, reject) => {
    const incoming = new IncomingFrame(maxBytes);
    const onStall = (): void =>
      finish(() => reject(new Error(`No data from the sender for ${stallMilliseconds} ms.`)));
    const stall =
      stallMilliseconds === null ? undefined : setTimeout(onStall, stallMilliseconds).unref();
    const finish = (settle: () => void): void => {
      clearTimeout(stall);
      stream.removeEventListener("message", onMessage);
      stream.removeEventListener("remoteCloseWrite", onEnd);
      stream.removeEventListener("close", onClose);
      room.give(nodeId, incoming.received);
      settle();
    };
    const onMessage = ({ data }: StreamMessageEvent): void => {
      try {
        for (const piece of data instanceof Uint8Array ? [data] : data) {
          room.take(nodeId, piece.length);
          incoming.take(piece);
        }
        stall?.refresh();
        if (incoming.isWhole()) finish(() => resolve(incoming.body()));
      } catch (error) {
        finish(() => reject(asError(error)));
      }
    };
    const onEnd = (): void =>
      finish(() => reject(new Error("Truncated frame: the sender closed the stream early.")));
    const onClose = ({ error }: { readonly error?: unknown }): void => {
      finish(() =>
        reject(
          error === undefined
            ? new Error("Stream closed before the frame was complete.")
            : asError(error),
        ),
      );
    };
    stream.addEventListener("message", onMessage);
    stream.addEventListener("remoteCloseWrite", onEnd);
    stream.addEventListener("close", onClose);
    // Both events may have fired before the listeners were added; data received before that is delivered in this turn.
    setImmediate(() => {
      if (incoming.isWhole() || stream.readBufferLength > 0) return;
      if (stream.status !== "open") onClose({});
      else if (stream.remoteWriteStatus === "closed") onEnd();
    });
  });
}

/** Sends one frame and closes the write side. Rejects when the stream ends before all bytes are sent. */
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

/** Converts a thrown value, or the error of an event, to an Error. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error("The stream ended.", { cause: error });
}

class IncomingFrame {
  readonly #maxBytes: number;
  readonly #head = new Uint8Array(HEAD_BYTES);
  readonly #pieces: Uint8Array[] = [];
  #announced: number | undefined;
  /** Bytes received so far, header included. */
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
      throw new BrokenFrame("Unexpected bytes after the frame.");
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
      throw new BrokenFrame(
        `Frame of ${length} bytes refused: at most ${this.#maxBytes} bytes are allowed.`,
      );
    }
    return length;
  }
}
