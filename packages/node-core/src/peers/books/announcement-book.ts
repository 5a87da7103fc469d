import { everyDocument } from "@bourse/kernel";

import type { Address, Hex } from "../../address.ts";
import type { AnnouncementFault } from "../../identity/announcement.ts";
import type { Announcement } from "../../identity/port.ts";
import { announcements, type AnnouncementDocument } from "../collections.ts";
import type { PeerSettings } from "../options.ts";
import type { AnnouncementCheck } from "./announcement-check.ts";

/** Bounds of a book. An announcement takes about 1 KB. */
export interface AnnouncementBounds {
  /** Maximum number of addresses. */
  readonly max: number;
  /** Maximum number of unproved addresses that one peer has told of. */
  readonly maxPerSource: number;
}

const BOUNDS: AnnouncementBounds = { max: 10_000, maxPerSource: 1000 };

/** Source of an announcement. */
export interface AnnouncementOrigin {
  /** Node id of the peer that told of it; null when this node asked for it or made it. */
  readonly source: string | null;
  /** True when its account has shown that it exists: its own node is connected, or this node asked for it. */
  readonly isProved: boolean;
}

/** Outcome of an announcement. */
export type AnnouncementOutcome = "new" | "known" | "full" | AnnouncementFault;

/**
 * The newest announcement of each address, in memory and in the store.
 *
 * Of two the higher sequence wins; of the same sequence, which an honest owner signs once, the revoked one, then the
 * higher signature: every node comes to the same. A record stays past its end, so that no older one comes back.
 *
 * Accounts cost nothing, so anybody can announce any number of them. What a peer only tells of counts against that peer
 * and is evicted first, from the peer that told of the most; then the proved recipients that were idle longest go.
 */
export class AnnouncementBook {
  readonly #settings: PeerSettings;
  readonly #check: AnnouncementCheck;
  readonly #bounds: AnnouncementBounds;
  readonly #newest = new Map<Address, Announcement>();
  /** The unproved addresses by source, those learnt first at the front. */
  readonly #heard = new Map<string, Set<Address>>();
  /** Source of each unproved address. */
  readonly #sources = new Map<Address, string>();
  /** The proved addresses, those idle longest at the front. */
  readonly #proved = new Set<Address>();

  constructor(
    settings: PeerSettings,
    check: AnnouncementCheck,
    bounds: AnnouncementBounds = BOUNDS,
  ) {
    this.#settings = settings;
    this.#check = check;
    this.#bounds = bounds;
  }

  async load(): Promise<void> {
    for await (const { value } of everyDocument(this.#settings.store, announcements)) {
      const announcement = fromDocument(value);
      this.#newest.set(announcement.address, announcement);
      this.#place(announcement.address, { source: value.source, isProved: value.source === null });
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

  /** Marks an address as in use by this node: from now on it counts as proved. */
  use(address: Address): void {
    if (this.#newest.has(address)) this.#place(address, { source: null, isProved: true });
  }

  /** Newest first, by the time they were learnt; none that is over. */
  latest(count: number): Announcement[] {
    const now = this.#settings.clock.now();
    const good = [...this.#newest.values()].filter(({ notAfter }) => notAfter >= now);
    return good.slice(-count).toReversed();
  }

  /**
   * Takes the announcement when it is good and newer: "new" once it is durable. The signature of one that is not newer
   * is not looked at. "full" means that it is unproved and every place belongs to a proved recipient.
   *
   * @throws the store's error; then nothing was taken
   */
  async take(announcement: Announcement, origin: AnnouncementOrigin): Promise<AnnouncementOutcome> {
    const known = this.#newest.get(announcement.address);
    if (known !== undefined && !isNewer(announcement, known)) {
      if (origin.isProved) this.use(announcement.address);
      return "known";
    }
    const verdict = this.#check(announcement);
    if (!verdict.good) return verdict.fault;
    const { announcement: good } = verdict;
    const evicted = known === undefined ? this.#victims(origin) : [];
    if (evicted === "full") return "full";
    const isProved = origin.isProved || this.#proved.has(good.address);
    const source = isProved ? null : origin.source;
    if (!(await this.#write(good, source, evicted))) return "known";
    for (const address of evicted) this.#forget(address);
    const latest = this.#newest.get(good.address);
    if (latest === undefined || isNewer(good, latest)) {
      // Deleted first, so that the map's order is the order of learning.
      this.#newest.delete(good.address);
      this.#newest.set(good.address, good);
    }
    this.#place(good.address, { source, isProved });
    return "new";
  }

  /** The addresses that make room for one more. */
  #victims({ source, isProved }: AnnouncementOrigin): readonly Address[] | "full" {
    const { max, maxPerSource } = this.#bounds;
    const own = isProved ? undefined : this.#heard.get(source ?? "");
    if (own !== undefined && own.size >= maxPerSource) return firstOf(own);
    if (this.#newest.size < max) return [];
    let largest: ReadonlySet<Address> | undefined;
    for (const heard of this.#heard.values()) {
      if (heard.size > (largest?.size ?? 0)) largest = heard;
    }
    if (largest !== undefined) return firstOf(largest);
    if (!isProved) return "full";
    return firstOf(this.#proved, this.#settings.identity.address);
  }

  #place(address: Address, { source, isProved }: AnnouncementOrigin): void {
    this.#leave(address);
    if (isProved) {
      this.#proved.add(address);
      return;
    }
    const from = source ?? "";
    const heard = this.#heard.get(from) ?? new Set<Address>();
    this.#heard.set(from, heard.add(address));
    this.#sources.set(address, from);
  }

  #leave(address: Address): void {
    this.#proved.delete(address);
    const from = this.#sources.get(address);
    if (from === undefined) return;
    this.#sources.delete(address);
    const heard = this.#heard.get(from);
    heard?.delete(address);
    if (heard?.size === 0) this.#heard.delete(from);
  }

  #forget(address: Address): void {
    this.#newest.delete(address);
    this.#leave(address);
  }

  /** Resolves to whether the store had no newer one: transactions are serial, so of two at once the newer one stays. */
  #write(
    announcement: Announcement,
    source: string | null,
    evicted: readonly Address[],
  ): Promise<boolean> {
    return this.#settings.store.transaction(async (tx) => {
      const before = await tx.get(announcements, announcement.address);
      const document = { ...toDocument(announcement), source };
      if (before === undefined) await tx.insert(announcements, document);
      else if (!isNewer(announcement, fromDocument(before.value))) return false;
      else await tx.replace(announcements, document, before.version);
      for (const address of evicted) await tx.delete(announcements, address);
      return true;
    });
  }
}

/** The first address but `except`; empty when there is none. */
function firstOf(addresses: ReadonlySet<Address>, except?: Address): readonly Address[] {
  for (const address of addresses) if (address !== except) return [address];
  return [];
}

/** Reports if `left` replaces `right`: by a higher sequence, then a revocation, then the greater signature. */
export function isNewer(left: Announcement, right: Announcement): boolean {
  if (left.sequence !== right.sequence) return left.sequence > right.sequence;
  if (left.revoked !== right.revoked) return left.revoked;
  return left.signature.toLowerCase() > right.signature.toLowerCase();
}

function toDocument(announcement: Announcement): Omit<AnnouncementDocument, "source"> {
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
