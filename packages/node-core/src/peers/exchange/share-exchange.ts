/** `/bourse/share/1`: a frame to the peer behind an address, and the acknowledgement back. */
import { hasCode } from "@bourse/kernel";

import type { Address } from "../../address.ts";
import { NodeError } from "../../errors.ts";
import type { PeerBook } from "../books/peer-book.ts";
import type { PeerSettings } from "../options.ts";
import type { IncomingShare, ShareAnswer, ShareVerdict } from "../port.ts";
import { MAX_SHARE_ANSWER_BYTES, MAX_SHARE_FRAME_BYTES, SHARE_PROTOCOL } from "../protocol.ts";
import type { RequestHandler } from "../transport.ts";
import { decodeShareReply, encodeShareReply, type ShareReply } from "../wire/share-reply.ts";
import { unreachable, type PeerRequestClient } from "./peer-request-client.ts";

export type ShareHandler = (share: IncomingShare) => Promise<ShareVerdict>;

export class ShareExchange {
  readonly #settings: PeerSettings;
  readonly #client: PeerRequestClient;
  readonly #book: PeerBook;
  #handler: ShareHandler | undefined;

  constructor(settings: PeerSettings, client: PeerRequestClient, book: PeerBook) {
    this.#settings = settings;
    this.#book = book;
    this.#client = client;
  }

  setHandler(handler: ShareHandler): void {
    this.#handler = handler;
  }

  /** @throws NodeError PEER_UNREACHABLE, VALIDATION_ERROR for a frame past the bound; the signal's reason */
  async send(
    nodeId: string,
    to: Address,
    frame: Uint8Array,
    signal: AbortSignal | undefined,
  ): Promise<ShareAnswer> {
    if (frame.length > MAX_SHARE_FRAME_BYTES) throw tooLong(frame.length);
    const reply = await this.#client.deliver(nodeId, SHARE_PROTOCOL, frame, decodeShareReply, {
      maxAnswerBytes: MAX_SHARE_ANSWER_BYTES,
      timeoutMilliseconds: this.#settings.shareTimeoutMilliseconds,
      signal,
    });
    if (reply.kind === "accepted") return { accepted: true };
    if (reply.kind === "refused") return { accepted: false, reason: reply.reason };
    throw unreachable(nodeId, `the node of ${to} could not take the share in`);
  }

  serving(): RequestHandler {
    return this.#client.serving(MAX_SHARE_FRAME_BYTES, async (nodeId, frame) =>
      encodeShareReply(await this.#reply(nodeId, frame)),
    );
  }

  /** Answer of the handler; its own failure is no refusal, so that the share comes again. */
  async #reply(nodeId: string, frame: Uint8Array): Promise<ShareReply> {
    const address = this.#book.get(nodeId)?.address;
    if (this.#handler === undefined || address === undefined) return { kind: "busy" };
    try {
      const answer = await this.#handler({ from: { nodeId, address }, frame });
      if (answer === "later") return { kind: "busy" };
      return answer.accepted ? { kind: "accepted" } : { kind: "refused", reason: answer.reason };
    } catch (error) {
      if (hasCode(error, "FRAME_INVALID")) throw error;
      this.#settings.onFault(error);
      return { kind: "busy" };
    }
  }
}

function tooLong(length: number): NodeError {
  return new NodeError(
    "VALIDATION_ERROR",
    `A share frame has at most ${MAX_SHARE_FRAME_BYTES} bytes, but this one has ${length}.`,
    { details: { field: "frame" } },
  );
}
