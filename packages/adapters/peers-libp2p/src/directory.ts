/** Announcements in a Kademlia table of our own: every node that keeps one has checked it. */
import type { Address, Announcement } from "@bourse/node-core";
import {
  decodeAnnouncement,
  isNewerAnnouncement,
  type AnnouncementCheck,
  type Directory,
} from "@bourse/node-core/transport";
import { kadDHT, type KadDHT } from "@libp2p/kad-dht";

/** Not the public table: its nodes would neither know our records nor keep them. */
const KAD_PROTOCOL = "/bourse/kad/1";
const NAMESPACE = "bourse-id";
/** After the first answer, how long a newer one is waited for: dead nodes are asked too and take their time. */
const AFTER_FIRST_MILLISECONDS = 250;

/** The libp2p service; takes in only announcements that are good, under their own address. */
export function announcementTable(check: AnnouncementCheck): ReturnType<typeof kadDHT> {
  return kadDHT({
    protocol: KAD_PROTOCOL,
    clientMode: false,
    // Nodes in one private network are the usual case: no address is filtered out.
    peerInfoMapper: (peer) => peer,
    validators: {
      [NAMESPACE]: (key, value) => {
        const verdict = check(decodeAnnouncement(value));
        if (!verdict.good) throw new Error(`The announcement is ${verdict.fault}.`);
        if (!sameBytes(key, keyOf(verdict.announcement.address))) {
          throw new Error("The announcement is of another address than its key.");
        }
      },
    },
    selectors: { [NAMESPACE]: (_key, records) => newestOf(records) },
  });
}

/** The directory over a started service. */
export function kademliaDirectory(table: () => KadDHT | undefined): Directory {
  return {
    put: async (address, record, signal) => {
      const events = table()?.put(keyOf(address), record, { signal });
      // The query runs as far as its events are taken.
      for await (const _event of events ?? []) signal.throwIfAborted();
    },
    get: async (address, signal) => {
      const best = new BestRecord();
      const first = new AbortController();
      const within = AbortSignal.any([signal, first.signal]);
      try {
        const events = table()?.get(keyOf(address), { signal: within });
        for await (const event of events ?? []) {
          if (event.name !== "VALUE") continue;
          best.take(event.value);
          setTimeout(() => first.abort(), AFTER_FIRST_MILLISECONDS).unref();
        }
      } catch {
        // Its time is over or nobody has it: what was found until then counts.
      }
      return best.record;
    },
  };
}

function keyOf(address: Address): Uint8Array {
  return new TextEncoder().encode(`/${NAMESPACE}/${address.slice(2).toLowerCase()}`);
}

/** Place of the newest record; records that do not decode lose. */
function newestOf(records: readonly Uint8Array[]): number {
  const best = new BestRecord();
  let place = 0;
  records.forEach((record, index) => {
    if (best.take(record)) place = index;
  });
  return place;
}

class BestRecord {
  record: Uint8Array | undefined;
  #announcement: Announcement | undefined;

  /** Whether this one is the best so far. */
  take(record: Uint8Array): boolean {
    let announcement: Announcement;
    try {
      announcement = decodeAnnouncement(record);
    } catch {
      return false;
    }
    if (this.#announcement !== undefined && !isNewerAnnouncement(announcement, this.#announcement))
      return false;
    this.#announcement = announcement;
    this.record = record;
    return true;
  }
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
