/** Announcements in a private Kademlia table: every node verifies an announcement before it stores it. */
import type { Address, Announcement } from "@bourse/node-core";
import {
  decodeAnnouncement,
  isNewerAnnouncement,
  type AnnouncementCheck,
  type Directory,
} from "@bourse/node-core/transport";
import { kadDHT, type KadDHT } from "@libp2p/kad-dht";

/** Protocol name of the private table: nodes of the public one would not store our records. */
const KAD_PROTOCOL = "/bourse/kad/1";
const NAMESPACE = "bourse-id";
/** Time to wait for a newer record after the first one: queries to dead nodes take seconds. */
const AFTER_FIRST_MILLISECONDS = 250;

/** Creates the libp2p service. It accepts only valid announcements under the key of their own address. */
export function announcementTable(check: AnnouncementCheck): ReturnType<typeof kadDHT> {
  return kadDHT({
    protocol: KAD_PROTOCOL,
    clientMode: false,
    // Nodes in one private network are the usual case, so private addresses are kept.
    peerInfoMapper: (peer) => peer,
    validators: {
      [NAMESPACE]: (key, value) => {
        const verdict = check(decodeAnnouncement(value));
        if (!verdict.good) throw new Error(`Announcement refused: ${verdict.fault}.`);
        if (!sameBytes(key, keyOf(verdict.announcement.address))) {
          throw new Error("Announcement refused: its address is not the one in the record key.");
        }
      },
    },
    selectors: { [NAMESPACE]: (_key, records) => newestOf(records) },
  });
}

/** Returns the directory port over the service of a started host. */
export function kademliaDirectory(table: () => KadDHT | undefined): Directory {
  return {
    put: async (address, record, signal) => {
      const events = table()?.put(keyOf(address), record, { signal });
      // The query runs only while its events are consumed.
      for await (const _event of events ?? []) signal.throwIfAborted();
    },
    get: async (address, signal) => {
      const best = new BestRecord();
      const first = new AbortController();
      const within = AbortSignal.any([signal, first.signal]);
      let patience: NodeJS.Timeout | undefined;
      try {
        const events = table()?.get(keyOf(address), { signal: within });
        for await (const event of events ?? []) {
          if (event.name !== "VALUE") continue;
          best.take(event.value);
          patience ??= setTimeout(() => first.abort(), AFTER_FIRST_MILLISECONDS);
        }
      } catch {
        // Timed out or not found: the best record so far is the result.
      } finally {
        clearTimeout(patience);
      }
      return best.record;
    },
  };
}

function keyOf(address: Address): Uint8Array {
  return new TextEncoder().encode(`/${NAMESPACE}/${address.slice(2).toLowerCase()}`);
}

/** Returns the index of the newest record; records that do not decode never win. */
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

  /** Takes the record if it is the newest so far; reports if it was. */
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
