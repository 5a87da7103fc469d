/** What the page knows of the node: fetched at the start, kept true by the event stream. */

import { computed, signal } from "@preact/signals";

import { get } from "./api.ts";
import { loaded } from "./loaded.ts";
import {
  NATIVE,
  type Balance,
  type Health,
  type History,
  type Info,
  type NodeEvent,
  type Peer,
  type Self,
  type Share,
  type Stats,
  type Token,
} from "./shapes.ts";

export const health = loaded(() => get<Health>("/api/health"));
export const info = loaded(() => get<Info>("/api/dashboard/info"));
export const self = loaded(() => get<Self>("/api/network/self"));
export const stats = loaded(() => get<Stats>("/api/network/stats"));
export const peers = loaded(async () => (await get<{ peers: Peer[] }>("/api/network/peers")).peers);
export const tokens = loaded(async () => (await get<{ tokens: Token[] }>("/api/tokens")).tokens);
export const shares = loaded(async () => (await get<{ shares: Share[] }>("/api/shares")).shares);
export const recent = loaded(
  async () => (await get<History>("/api/compliance_history?limit=5")).history,
);

/** The wallet's balances by token address, in the smallest unit. */
export const balances = loaded(async () => {
  const { address } = self.value.value ?? (await get<Self>("/api/network/self"));
  const list = tokens.value.value ?? (await get<{ tokens: Token[] }>("/api/tokens")).tokens;
  const entries = await Promise.all(
    list.map(async (token): Promise<[string, string]> => {
      const query = token.address === NATIVE ? "" : `?token=${token.address}`;
      return [token.address, (await get<Balance>(`/api/balance/${address}${query}`)).balance];
    }),
  );
  return new Map(entries);
});

/** One point of the traffic plot: totals at a time. */
export interface TrafficPoint {
  /** Unix seconds. */
  readonly time: number;
  readonly sent: number;
  readonly received: number;
}

/** The last quarter of an hour, as far as the page has been open. */
export const traffic = signal<readonly TrafficPoint[]>([]);
const TRAFFIC_SECONDS = 900;

export const walletAddress = computed(() => self.value.value?.address);

/** Everything that the page shows at first. */
export async function loadAll(): Promise<void> {
  await Promise.all(
    [health, info, self, stats, peers, tokens, shares, recent].map((x) => x.refresh()),
  );
  await balances.refresh();
}

/** So long after its proof a share has usually been delivered. */
const DELIVERY_MILLISECONDS = 1000;

/** Brings what the event is about up to date. */
export function follow(event: NodeEvent): void {
  const refresh = AFFECTS.find(([types]) => types.test(event.type))?.[1] ?? [];
  for (const part of refresh) void part.refresh();
  if (event.type === "data.shared") setTimeout(() => void shares.refresh(), DELIVERY_MILLISECONDS);
  if (event.type === "network.stats_update") stats.put(event.data as unknown as Stats);
  if (event.type === "health.update") {
    const { status, components } = event.data as unknown as Health;
    health.put({ ...health.value.value, status, components });
  }
}

const AFFECTS: readonly (readonly [RegExp, readonly { refresh: () => Promise<void> }[]])[] = [
  [/^health\.component_change$/u, [health]],
  // It comes every ten seconds: time to see what went over the wire, and what was delivered, which no event tells.
  [/^health\.update$/u, [stats, shares]],
  [/^token\.(balance_update|transfer_)/u, [balances]],
  [/^token\.added$/u, [tokens, balances]],
  [/^data\.(shared|received)$/u, [shares, stats]],
  [/^compliance\.event$/u, [recent]],
  [/^network\.peer_/u, [peers, stats]],
];

stats.value.subscribe((newest) => {
  if (newest !== undefined) plot(newest, Date.now() / 1000);
});

function plot({ data_sent: sent, data_received: received }: Stats, time: number): void {
  const kept = traffic.value.filter((point) => point.time > time - TRAFFIC_SECONDS);
  const last = kept.at(-1);
  if (last !== undefined && time <= last.time) return;
  traffic.value = [...kept, { time, sent, received }];
}
