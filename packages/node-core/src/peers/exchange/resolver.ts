import { untilAborted, withDeadline } from "@bourse/kernel";
import { LRUCache } from "lru-cache";

import type { Address } from "../../address.ts";
import type { Announcement } from "../../identity/port.ts";
import type { AnnouncementBook } from "../books/announcement-book.ts";
import type { PeerSettings } from "../options.ts";
import type { Directory } from "../transport.ts";
import { decodeAnnouncement } from "../wire/announcement-record.ts";
import type { AnnounceExchange } from "./announce-exchange.ts";

/** Timeout of one query to the network. */
const RESOLVE_MILLISECONDS = 3000;
/** Part of that time for the connected peers, before the directory is asked: they answer within a round trip. */
const PEERS_MILLISECONDS = 1000;
/** Time during which an unknown address is not queried again. */
const MISS_MILLISECONDS = 5000;
const MAX_MISSES = 10_000;

/** Finds the announcement of an address: in the local book, else through the network. */
export class Resolver {
  readonly #settings: PeerSettings;
  readonly #announcements: AnnouncementBook;
  readonly #exchange: AnnounceExchange;
  readonly #directory: Directory | null;
  readonly #asking = new Map<Address, Promise<void>>();
  readonly #missedAt = new LRUCache<Address, number>({ max: MAX_MISSES });

  constructor(
    settings: PeerSettings,
    announcements: AnnouncementBook,
    exchange: AnnounceExchange,
    directory: Directory | null,
  ) {
    this.#settings = settings;
    this.#announcements = announcements;
    this.#exchange = exchange;
    this.#directory = directory;
  }

  /**
   * Undefined when nobody has announced the address, or its announcement is revoked or over.
   *
   * @throws the signal's reason
   */
  async resolve(address: Address, signal?: AbortSignal): Promise<Announcement | undefined> {
    signal?.throwIfAborted();
    const known = this.#announcements.newest(address);
    if (known === undefined && !this.#missedLately(address)) {
      await untilAborted(this.#askOnce(address), signal);
    }
    this.#announcements.use(address);
    return this.#announcements.current(address);
  }

  /** Forgets that nobody knew: somebody new has connected. */
  forgetMisses(): void {
    this.#missedAt.clear();
  }

  /** Callers of one address share one question, which does not end with one caller's patience. */
  #askOnce(address: Address): Promise<void> {
    const asking = this.#asking.get(address) ?? this.#askAndRemember(address);
    this.#asking.set(address, asking);
    return asking;
  }

  async #askAndRemember(address: Address): Promise<void> {
    try {
      await this.#ask(address);
    } finally {
      this.#asking.delete(address);
    }
    if (this.#announcements.newest(address) !== undefined) return;
    this.#missedAt.set(address, this.#settings.clock.monotonic());
  }

  async #ask(address: Address): Promise<void> {
    const { clock } = this.#settings;
    const start = clock.monotonic();
    await this.#within(PEERS_MILLISECONDS, (signal) => this.#exchange.find(address, signal));
    const directory = this.#directory;
    if (directory === null || this.#announcements.newest(address) !== undefined) return;
    const left = RESOLVE_MILLISECONDS - (clock.monotonic() - start);
    const record = await this.#within(left, (signal) => directory.get(address, signal));
    if (record === undefined) return;
    await this.#exchange.take(decodeAnnouncement(record), null);
  }

  /** Result of the work; undefined when its time is over or it fails. */
  async #within<T>(
    milliseconds: number,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await withDeadline({ clock: this.#settings.clock, milliseconds }, work);
    } catch {
      return undefined;
    }
  }

  #missedLately(address: Address): boolean {
    const missedAt = this.#missedAt.get(address);
    return (
      missedAt !== undefined && this.#settings.clock.monotonic() - missedAt < MISS_MILLISECONDS
    );
  }
}
