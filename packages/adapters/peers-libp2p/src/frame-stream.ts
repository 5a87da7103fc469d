/** Frames on a libp2p stream: a length (u32, big endian) and that many bytes, one frame in each direction. */
import type { Stream, StreamMessageEvent } from "@libp2p/interface";

/**
 * A peer sent what is no frame: too long, or with bytes behind it. One that is cut short is not called broken: a stream
 * that was reset, or whose connection is gone, looks the same from here.
 */
export class BrokenFrame extends Error {}

const HEAD_BYTES = 4;
const PIECE_BYTES = 256 * 1024;

/** Bytes on their way in at once, over all streams and of one peer: a frame without room is reset, not broken. */
export class InboundRoom {
  #used = 0;
  readonly #usedBy = new Map<string, number>();

  take(nodeId: string, bytes: number): void {
    const ofPeer = (this.#usedBy.get(nodeId) ?? 0) + bytes;
    if (this.#used + bytes > MAX_BYTES || ofPeer > MAX_BYTES_A_PEER) {
      throw new Error("Too much is on its way in already.");
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

/** What one frame is read under. */
export interface ReadLimits {
  readonly nodeId: string;
  readonly maxBytes: number;
  readonly room: InboundRoom;
  /** A pause of the sender this long ends the stream; null waits as long as the stream lives. */
  readonly stallMilliseconds: number | null;
}

/**
 * The frame that the other side sends. QUIC has no read back-pressure, so everything is read at once and no byte past
 * the announced length is kept; memory grows with what has come, not with what is announced.
 *
 * Rejects with BrokenFrame, or with whatever ended the stream.
 */
export function readFrame(stream: Stream, limits: ReadLimits): Promise<Uint8Array> {
  const { nodeId, maxBytes, room, stallMilliseconds } = limits;
  return new Promise((resolve, reject) => {
    const incoming = new IncomingFrame(maxBytes);
    const onStall = (): void => finish(() => reject(new Error("The sender has stalled.")));
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
    const onEnd = (): void => finish(() => reject(new Error("The frame is cut short.")));
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
