/** The states in the life of a market. */

/** The states of a market. */
export const MARKET_STATES = [
  "pending_launch",
  "active",
  "locked",
  "resolved",
  "disputed",
  "invalid",
] as const;

/** The state of a market: one of {@link MARKET_STATES}. */
export type MarketState = (typeof MARKET_STATES)[number];

/** The states that everybody may see; the others are for curators and the creator. */
export const PUBLIC_STATES: readonly MarketState[] = [
  "active",
  "locked",
  "resolved",
  "invalid",
  "disputed",
];
