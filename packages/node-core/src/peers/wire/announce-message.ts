/**
 * Messages of `/bourse/announce/1`. A list is its length (u8) and its items; announcements and texts are as in
 * `announcement-record.ts`.
 *
 * ```
 * request   1 hello: own multiaddrs, list of texts | announcements, list
 *           2 find:  address 20
 *           3 news:  announcements, list
 * answer    announcements, list | peers, list of (peer id, text | multiaddrs, list of texts)
 * ```
 */
import { toAddress, type Address } from "../../address.ts";
import type { Announcement } from "../../identity/port.ts";
import {
  MAX_ANNOUNCEMENTS_A_MESSAGE,
  MAX_MULTIADDR_LENGTH,
  MAX_MULTIADDRS_A_PEER,
  MAX_PEERS_A_MESSAGE,
} from "../protocol.ts";
import { readAnnouncement, writeAnnouncement } from "./announcement-record.ts";
import { ByteReader, frameError } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";

export type AnnounceRequest =
  | {
      readonly kind: "hello";
      readonly multiaddrs: readonly string[];
      readonly announcements: readonly Announcement[];
    }
  | { readonly kind: "find"; readonly address: Address }
  | { readonly kind: "news"; readonly announcements: readonly Announcement[] };

/** Addresses of a peer, as another one reports them. */
export interface PeerAddresses {
  readonly nodeId: string;
  readonly multiaddrs: readonly string[];
}

export interface AnnounceAnswer {
  readonly announcements: readonly Announcement[];
  readonly peers: readonly PeerAddresses[];
}

export function encodeAnnounceRequest(request: AnnounceRequest): Uint8Array {
  const writer = new ByteWriter().u8(KINDS[request.kind]);
  if (request.kind === "find") return writer.hex(request.address).finish();
  if (request.kind === "hello") writeTexts(writer, request.multiaddrs);
  writeAnnouncements(writer, request.announcements);
  return writer.finish();
}

/** @throws NodeError FRAME_INVALID, for whatever bytes: never anything else */
export function decodeAnnounceRequest(bytes: Uint8Array): AnnounceRequest {
  const reader = new ByteReader(bytes);
  const request = readRequest(reader);
  reader.end();
  return request;
}

export function encodeAnnounceAnswer({ announcements, peers }: AnnounceAnswer): Uint8Array {
  const writer = new ByteWriter();
  writeAnnouncements(writer, announcements);
  writer.list(peers, (peer) => {
    writer.text(peer.nodeId);
    writeTexts(writer, peer.multiaddrs);
  });
  return writer.finish();
}

/** @throws NodeError FRAME_INVALID, for whatever bytes: never anything else */
export function decodeAnnounceAnswer(bytes: Uint8Array): AnnounceAnswer {
  const reader = new ByteReader(bytes);
  const announcements = readAnnouncements(reader);
  const peers = reader.list(MAX_PEERS_A_MESSAGE, () => ({
    nodeId: reader.text(64),
    multiaddrs: readTexts(reader),
  }));
  reader.end();
  return { announcements, peers };
}

const KINDS = { hello: 1, find: 2, news: 3 } as const;

function readRequest(reader: ByteReader): AnnounceRequest {
  switch (reader.u8()) {
    case KINDS.hello:
      return {
        kind: "hello",
        multiaddrs: readTexts(reader),
        announcements: readAnnouncements(reader),
      };
    case KINDS.find:
      return { kind: "find", address: toAddress(reader.hex(20), "address") };
    case KINDS.news:
      return { kind: "news", announcements: readAnnouncements(reader) };
    default:
      throw frameError("a kind of request that there is not");
  }
}

function readTexts(reader: ByteReader): string[] {
  return reader.list(MAX_MULTIADDRS_A_PEER, () => reader.text(MAX_MULTIADDR_LENGTH));
}

function writeTexts(writer: ByteWriter, texts: readonly string[]): void {
  writer.list(texts, (text) => writer.text(text));
}

function readAnnouncements(reader: ByteReader): Announcement[] {
  return reader.list(MAX_ANNOUNCEMENTS_A_MESSAGE, () => readAnnouncement(reader));
}

function writeAnnouncements(writer: ByteWriter, announcements: readonly Announcement[]): void {
  writer.list(announcements, (announcement) => writeAnnouncement(writer, announcement));
}
