import { everyDocument } from "@bourse/kernel";

import type { Address, Hex } from "../../address.ts";
import type { AnnouncementFault } from "../../identity/announcement.ts";
import type { Announcement } from "../../identity/port.ts";
import { announcements, type AnnouncementDocument } from "../collections.ts";
import type { PeerSettings } from "../options.ts";
import type { AnnouncementCheck } from "./announcement-check.ts";

/** How many addresses are remembered; further strangers are refused then, connected peers never. About 1 KB each. */
const MAX_ANNOUNCEMENTS = 10_000;

/** Outcome of an announcement. */
export type AnnouncementOutcome = "new" | "known" | "full" | AnnouncementFault;

/**
 * The newest announcement of each address, in memory and in the store.
 *
 * Of two the higher sequence wins; of the same sequence, which an honest owner signs once, the revoked one, then the
 * higher signature: every node comes to the same. A record stays past its end, so that no older one comes back.
 */
export class AnnouncementBook {
  readonly #settings: PeerSettings;
  readonly #check: AnnouncementCheck;
  readonly #newest = new Map<Address, Announcement>();

  constructor(settings: PeerSettings, check: AnnouncementCheck) {
    this.#settings = settings;
    this.#check = check;
  }

  async load(): Promise<void> {
    for await (const { value } of everyDocument(this.#settings.store, announcements)) {
      const announcement = fromDocument(value);
      this.#newest.set(announcement.address, announcement);
    }
  }

  /** The newest one, be it revoked or over. */
  newest(address: Address): Announcement | undefined {
    return this.#newest.get(address);
  }

  /** The one to seal to: neither revoked nor over. */
  current(address: Address): Announcement | undefined {
    const announcement = this.#newest.get(address);
    if (announcement === undefined || announcement.revoked) return undefined;
    return announcement.notAfter < this.#settings.clock.now() ? undefined : announcement;
  }

  /** Newest first, by the time they were learnt; none that is over. */
  latest(count: number): Announcement[] {
    const now = this.#settings.clock.now();
    const good = [...this.#newest.values()].filter(({ notAfter }) => notAfter >= now);
    return good.slice(-count).toReversed();
  }

  /**
   * Takes the announcement when it is good and newer: "new" once it is durable. The signature of one that is not newer
   * is not looked at. `trusted` says that the address is of a connected peer.
   *
   * @throws the store's error; then nothing was taken
   */
  async take(announcement: Announcement, trusted: boolean): Promise<AnnouncementOutcome> {
    const known = this.#newest.get(announcement.address);
    if (known !== undefined && !isNewer(announcement, known)) return "known";
    const verdict = this.#check(announcement);
    if (!verdict.good) return verdict.fault;
    const { announcement: good } = verdict;
    if (known === undefined && !trusted && this.#newest.size >= MAX_ANNOUNCEMENTS) return "full";
    if (!(await this.#write(good))) return "known";
    const latest = this.#newest.get(good.address);
    if (latest === undefined || isNewer(good, latest)) {
      // Deleted first, so that the map's order is the order of learning.
      this.#newest.delete(good.address);
      this.#newest.set(good.address, good);
    }
    return "new";
  }

  /** Resolves to whether the store had no newer one: transactions are serial, so of two at once the newer one stays. */
  #write(announcement: Announcement): Promise<boolean> {
    return this.#settings.store.transaction(async (tx) => {
      const before = await tx.get(announcements, announcement.address);
      const document = toDocument(announcement);
      if (before === undefined) await tx.insert(announcements, document);
      else if (!isNewer(announcement, fromDocument(before.value))) return false;
      else await tx.replace(announcements, document, before.version);
      return true;
    });
  }
}

/** Reports if `left` replaces `right`: by a higher sequence, then a revocation, then the greater signature. */
export function isNewer(left: Announcement, right: Announcement): boolean {
  if (left.sequence !== right.sequence) return left.sequence > right.sequence;
  if (left.revoked !== right.revoked) return left.revoked;
  return left.signature.toLowerCase() > right.signature.toLowerCase();
}

function toDocument(announcement: Announcement): AnnouncementDocument {
  return {
    id: announcement.address,
    peerId: announcement.peerId,
    kemId: announcement.kemId,
    encryptionKey: announcement.encryptionKey,
    sequence: announcement.sequence,
    notAfter: announcement.notAfter,
    revoked: announcement.revoked,
    signature: announcement.signature,
  };
}

function fromDocument(document: AnnouncementDocument): Announcement {
  return Object.freeze({
    address: document.id as Address,
    peerId: document.peerId,
    kemId: document.kemId,
    encryptionKey: document.encryptionKey as Hex,
    sequence: document.sequence,
    notAfter: document.notAfter,
    revoked: document.revoked,
    signature: document.signature as Hex,
  });
}
