/** State of the node as the page knows it: fetched at the start, kept true by the event stream. */

import type {
  Balance,
  ComplianceHistory,
  DashboardHealth,
  DashboardInfo,
  NetworkStats,
  NodeEventMessage,
  NodeSelf,
  NodeTransaction,
  NodeTransactionList,
  PeerList,
  ReceivedList,
  ShareList,
  TokenList,
} from "@bourse/contract/node";
import { loaded, paged, serverNow } from "@bourse/ui";
import { computed, effect, signal } from "@preact/signals";

import { get } from "./api.ts";
import { NATIVE_TOKEN } from "./native-token.ts";

const ROWS_A_PAGE = 50;

export const health = loaded(() => get<DashboardHealth>("/api/health"));
export const info = loaded(() => get<DashboardInfo>("/api/dashboard/info"));
export const self = loaded(() => get<NodeSelf>("/api/network/self"));
export const stats = loaded(() => get<NetworkStats>("/api/network/stats"));
export const peers = loaded(async () => (await get<PeerList>("/api/network/peers")).peers);
export const tokens = loaded(async () => (await get<TokenList>("/api/tokens")).tokens);
export const shares = paged((limit) => get<ShareList>(`/api/shares?limit=${limit}`), ROWS_A_PAGE);
export const received = paged(
  (limit) => get<ReceivedList>(`/api/received?limit=${limit}`),
  ROWS_A_PAGE,
);
/** The wallet's transactions: the open ones and those that ended lately, from the node's store. */
export const transactions = loaded(
  async () => (await get<NodeTransactionList>("/api/transactions?limit=100")).transactions,
);
export const recent = loaded(
  async () => (await get<ComplianceHistory>("/api/compliance_history?limit=5")).history,
);

/** The wallet's balances by token address, in the smallest unit. */
export const balances = loaded(async () => {
  const { address } = self.value.value ?? (await get<NodeSelf>("/api/network/self"));
  const list = tokens.value.value ?? (await get<TokenList>("/api/tokens")).tokens;
  const entries = await Promise.all(
    list.map(async (token): Promise<[string, string]> => {
      const query = token.address === NATIVE_TOKEN ? "" : `?token=${token.address}`;
      return [token.address, (await get<Balance>(`/api/balance/${address}${query}`)).balance];
    }),
  );
  return new Map(entries);
});

/** Start of the node in Unix seconds; undefined until it has told for how long it runs. */
export const startedAt = signal<number | undefined>(undefined);

effect(() => {
  const uptime = stats.value.value?.uptime;
  if (uptime === undefined) return;
  const told = Math.round(serverNow() / 1000 - uptime);
  // Whole seconds, and the answer's way here: the same start is told a little differently each time.
  if (Math.abs(told - (startedAt.peek() ?? 0)) > SAME_START_SECONDS) startedAt.value = told;
});

const SAME_START_SECONDS = 5;

/** The transaction that proves a share. */
export function transactionOf(share: ShareList["shares"][number]): NodeTransaction | undefined {
  return transactions.value.value?.find(({ id }) => id === share.transaction_id);
}

/** True for a transaction whose outcome is not known yet. */
export function isOpen({ state }: NodeTransaction): boolean {
  return !["confirmed", "unproved", "reverted", "refused"].includes(state);
}

/** Time between two looks at open transactions: no event tells of their confirmations. */
const FOLLOW_MILLISECONDS = 2000;

setInterval(() => {
  if (!transactions.value.value?.some(isOpen)) return;
  void transactions.refresh();
  void shares.refresh();
}, FOLLOW_MILLISECONDS);

export const nativeToken = computed(() =>
  tokens.value.value?.find(({ address }) => address === NATIVE_TOKEN),
);

export const walletAddress = computed(() => self.value.value?.address);

/** Everything that the page shows at first. */
export async function loadAll(): Promise<void> {
  await Promise.all(
    [health, info, self, stats, peers, tokens, shares, received, transactions, recent].map((x) =>
      x.refresh(),
    ),
  );
  await balances.refresh();
}

/** Usual time between the proof of a share and its delivery. */
const DELIVERY_MILLISECONDS = 1000;

/** Brings what the event is about up to date. */
export function follow(event: NodeEventMessage): void {
  const refresh = AFFECTS.find(([types]) => types.test(event.type))?.[1] ?? [];
  for (const part of refresh) void part.refresh();
  if (event.type === "data.shared") setTimeout(() => void shares.refresh(), DELIVERY_MILLISECONDS);
  if (event.type === "network.stats_update") stats.put(event.data);
}

const AFFECTS: readonly (readonly [RegExp, readonly { refresh: () => Promise<void> }[]])[] = [
  [/^health\.component_change$/u, [health]],
  // It comes every ten seconds: time to see the newest block, the traffic, and what was delivered, which no event
  // tells.
  [/^health\.update$/u, [health, stats, shares]],
  [/^token\.(balance_update|transfer_)/u, [balances, transactions]],
  [/^token\.added$/u, [tokens, balances]],
  [/^data\.shared$/u, [shares, transactions, stats]],
  [/^data\.received$/u, [received, stats]],
  [/^compliance\.event$/u, [recent]],
  [/^network\.peer_/u, [peers, stats]],
];
