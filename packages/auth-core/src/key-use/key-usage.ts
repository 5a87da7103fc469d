/** Figures of the use of API keys by hour and route, for 90 days. */

import {
  type Clock,
  type Collection,
  defineCollection,
  deleteFound,
  type Entity,
  type Store,
} from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

import type { ListOptions, RecordPage } from "../page.ts";
import type { KeyCounts } from "./key-limits.ts";

const HOUR_MILLISECONDS = 3_600_000;
const KEPT_MILLISECONDS = 90 * 24 * HOUR_MILLISECONDS;
/** Maximum number of routes of a key in an hour and a process; all others count as one. */
const MAX_ROUTES = 49;
/** Name under which further routes count, and uses without a route. */
const OTHER_ROUTE = "other";

/** Use of a key through a route in an hour. */
export interface KeyUsage extends KeyCounts {
  /** Beginning of the hour in milliseconds since the Unix epoch (UTC). */
  readonly hour: number;
  /** Name of the route; `other` for a use without one, and for all after the first 49 routes of an hour. */
  readonly route: string;
  /** Number of requests that were refused by a limit; they are not in the other figures. */
  readonly refused: number;
}

/** Stored use of a key through a route in an hour. */
export interface UsageDocument extends Entity, KeyUsage {
  readonly keyId: string;
  readonly userId: string;
}

/** Collection of the figures, a document for each key, hour and route. */
export const keyUsage: Collection<UsageDocument, "by_key" | "by_hour" | "by_user"> =
  defineCollection<UsageDocument>()({
    name: "api_key_usage",
    indexes: {
      by_key: { fields: ["keyId", "hour", "route"] },
      by_hour: { fields: ["hour"] },
      by_user: { fields: ["userId"] },
    },
  });

/** A key that is used. */
interface UsedKey {
  readonly id: string;
  readonly userId: string;
}

/** Figures of a key in an hour that are not written. */
interface Unwritten {
  readonly keyId: string;
  readonly userId: string;
  readonly hour: number;
  readonly routes: Map<string, Figures & Pick<KeyUsage, "hour" | "route">>;
}

/** Counts uses in memory; `flush` writes them. */
export class KeyUsageCounter {
  readonly #store: Store;
  readonly #clock: Clock;
  /** The newest hour of each key by its id, with all of its routes so that their number stays bounded. */
  readonly #newest = new Map<string, Unwritten>();
  /** Earlier hours, until they are written. */
  #past: Unwritten[] = [];
  #sweptHour = 0;
  #flushing: Promise<void> | undefined;

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Counts a use of a key. */
  count(
    { id: keyId, userId }: UsedKey,
    route: string | undefined,
    use: KeyCounts,
    refused: number,
  ): void {
    const hour = hourOf(this.#clock.now());
    let held = this.#newest.get(keyId);
    if (held?.hour !== hour) {
      if (held !== undefined) this.#past.push(held);
      held = { keyId, userId, hour, routes: new Map() };
      this.#newest.set(keyId, held);
    }
    const { routes } = held;
    const asked = route ?? OTHER_ROUTE;
    const name = routes.has(asked) || routes.size < MAX_ROUTES ? asked : OTHER_ROUTE;
    const figures = routes.get(name);
    if (figures === undefined) {
      routes.set(name, { hour, route: name, ...countsOf(use), refused });
      return;
    }
    // Every request comes through here: it makes no object.
    figures.requests += use.requests;
    figures.bytes += use.bytes;
    figures.cost += use.cost;
    figures.refused += refused;
  }

  /**
   * Writes what was counted since the last time, and deletes what is older than 90 days. Concurrent calls share a run.
   *
   * @throws StoreError
   */
  flush(): Promise<void> {
    return (this.#flushing ??= this.#flush().finally(() => (this.#flushing = undefined)));
  }

  /** A page of a key's figures, the newest hour first. @throws StoreError STORE_CURSOR_INVALID */
  async list(keyId: string, { limit = 20, cursor }: ListOptions): Promise<RecordPage<KeyUsage>> {
    await this.flush();
    const { items, next } = await this.#store.find(keyUsage, {
      index: "by_key",
      equals: [keyId],
      order: "desc",
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    return { items: items.map(({ value }) => usageOf(value)), next };
  }

  async #flush(): Promise<void> {
    const past = this.#past;
    for (const unwritten of [...past, ...this.#newest.values()]) await this.#write(unwritten);
    this.#past = this.#past.filter((one) => !past.includes(one));
    const hour = hourOf(this.#clock.now());
    for (const [keyId, held] of this.#newest) if (held.hour < hour) this.#retire(keyId, held);
    if (hour === this.#sweptHour) return;
    const range = { lt: hour - KEPT_MILLISECONDS };
    await deleteFound(this.#store, keyUsage, { index: "by_hour", range });
    this.#sweptHour = hour;
  }

  #retire(keyId: string, held: Unwritten): void {
    this.#newest.delete(keyId);
    this.#past.push(held);
  }

  async #write({ keyId, userId, hour, routes }: Unwritten): Promise<void> {
    const written = [...routes.values()]
      .filter((one) => one.requests > 0 || one.refused > 0)
      .map((one) => ({ ...one }));
    if (written.length === 0) return;
    await this.#store.transaction(async (tx) => {
      for (const usage of written) {
        const id = `${keyId}:${hour}:${sha256(usage.route, "base64url")}`;
        const found = await tx.get(keyUsage, id);
        const total = { ...usage, ...added(usage, found?.value, 1) };
        if (found === undefined) await tx.insert(keyUsage, { id, keyId, userId, ...total });
        else await tx.replace(keyUsage, { id, keyId, userId, ...total }, found.version);
      }
    });
    // What was counted meanwhile stays.
    for (const usage of written) {
      const now = routes.get(usage.route) ?? usage;
      routes.set(usage.route, { ...now, ...added(now, usage, -1) });
    }
  }
}

function usageOf({ hour, route, requests, bytes, cost, refused }: UsageDocument): KeyUsage {
  return { hour, route, requests, bytes, cost, refused };
}

/** Counts that grow in place. */
interface Figures {
  requests: number;
  bytes: number;
  cost: number;
  refused: number;
}

function added(a: Figures, b: Figures | undefined, sign: 1 | -1): Figures {
  return {
    requests: a.requests + sign * (b?.requests ?? 0),
    bytes: a.bytes + sign * (b?.bytes ?? 0),
    cost: a.cost + sign * (b?.cost ?? 0),
    refused: a.refused + sign * (b?.refused ?? 0),
  };
}

function hourOf(now: number): number {
  return now - (now % HOUR_MILLISECONDS);
}

function countsOf({ requests, bytes, cost }: KeyCounts): KeyCounts {
  return { requests, bytes, cost };
}
