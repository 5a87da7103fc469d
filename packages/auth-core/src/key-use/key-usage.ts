/** Figures of the use of API keys by hour and route, for 90 days. */

import {
  type Clock,
  type Collection,
  defineCollection,
  deleteFound,
  type Entity,
  type Store,
} from "@bourse/kernel";

import type { ListOptions, RecordPage } from "../page.ts";
import { type KeyCounts, sum } from "./key-limits.ts";

const HOUR_MILLISECONDS = 3_600_000;
const KEPT_MILLISECONDS = 90 * 24 * HOUR_MILLISECONDS;
/** Maximum number of routes of a key in an hour; all others count as one. */
const MAX_ROUTES = 50;
/** Name under which further routes count, and uses without a route. */
export const OTHER_ROUTE = "other";

/** Use of a key through a route in an hour. */
export interface RouteUsage extends KeyCounts {
  /** Name of the route; `other` for a use without one, and for all after the first 49 routes of an hour. */
  readonly route: string;
  /** Number of requests that were refused by a limit; they are not in the other figures. */
  readonly refused: number;
}

/** Use of a key through a route in an hour, as its owner sees it. */
export interface KeyUsage extends RouteUsage {
  /** Beginning of the hour in milliseconds since the Unix epoch (UTC). */
  readonly hour: number;
}

interface UsageDocument extends Entity {
  readonly keyId: string;
  readonly hour: number;
  readonly routes: readonly RouteUsage[];
}

/** Collection of the figures, a document for each key and hour. */
export const keyUsage: Collection<UsageDocument, "by_key" | "by_hour"> =
  defineCollection<UsageDocument>()({
    name: "api_key_usage",
    indexes: { by_key: { fields: ["keyId", "hour"] }, by_hour: { fields: ["hour"] } },
  });

type Routes = Map<string, RouteUsage>;
type Pending = Map<
  string,
  { readonly keyId: string; readonly hour: number; readonly routes: Routes }
>;

/** Counts uses in memory; `flush` writes them. */
export class KeyUsageCounter {
  readonly #store: Store;
  readonly #clock: Clock;
  /** Figures that are not written, by the key's id and the hour. */
  #pending: Pending = new Map();
  #sweptHour = 0;

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Counts a use of a key. */
  count(keyId: string, route: string | undefined, use: KeyCounts, refused: number): void {
    const hour = hourOf(this.#clock.now());
    const id = `${keyId}:${hour}`;
    let held = this.#pending.get(id);
    if (held === undefined) this.#pending.set(id, (held = { keyId, hour, routes: new Map() }));
    add(held.routes, { route: route ?? OTHER_ROUTE, ...use, refused });
  }

  /** Writes what was counted since the last time, and deletes what is older than 90 days. @throws StoreError */
  async flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = new Map();
    for (const [id, { keyId, hour, routes }] of pending) {
      try {
        await this.#write(id, keyId, hour, routes);
      } catch (error) {
        this.#takeBack(pending);
        throw error;
      }
      pending.delete(id);
    }
    await this.#sweep();
  }

  /** A page of a key's figures, the newest hour first; `limit` counts hours. @throws StoreError STORE_CURSOR_INVALID */
  async list(keyId: string, { limit = 24, cursor }: ListOptions): Promise<RecordPage<KeyUsage>> {
    await this.flush();
    const { items, next } = await this.#store.find(keyUsage, {
      index: "by_key",
      equals: [keyId],
      order: "desc",
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    return {
      items: items.flatMap(({ value: { hour, routes } }) =>
        routes.map((usage) => ({ hour, ...usage })),
      ),
      next,
    };
  }

  async #write(id: string, keyId: string, hour: number, routes: Routes): Promise<void> {
    await this.#store.transaction(async (tx) => {
      const found = await tx.get(keyUsage, id);
      const all: Routes = new Map(found?.value.routes.map((one) => [one.route, one]));
      for (const usage of routes.values()) add(all, usage);
      const document = { id, keyId, hour, routes: [...all.values()] };
      if (found === undefined) await tx.insert(keyUsage, document);
      else await tx.replace(keyUsage, document, found.version);
    });
  }

  #takeBack(pending: Pending): void {
    for (const [id, held] of pending) {
      const newer = this.#pending.get(id);
      if (newer === undefined) this.#pending.set(id, held);
      else for (const usage of held.routes.values()) add(newer.routes, usage);
    }
  }

  async #sweep(): Promise<void> {
    const hour = hourOf(this.#clock.now());
    if (hour === this.#sweptHour) return;
    const range = { lt: hour - KEPT_MILLISECONDS };
    await deleteFound(this.#store, keyUsage, { index: "by_hour", range });
    this.#sweptHour = hour;
  }
}

function hourOf(now: number): number {
  return now - (now % HOUR_MILLISECONDS);
}

function add(routes: Routes, usage: RouteUsage): void {
  const isKnown = routes.has(usage.route) || routes.size < MAX_ROUTES - 1;
  const route = isKnown ? usage.route : OTHER_ROUTE;
  const held = routes.get(route);
  const refused = usage.refused + (held?.refused ?? 0);
  routes.set(route, {
    route,
    ...(held === undefined ? countsOf(usage) : sum(held, usage)),
    refused,
  });
}

function countsOf({ requests, bytes, cost }: KeyCounts): KeyCounts {
  return { requests, bytes, cost };
}
