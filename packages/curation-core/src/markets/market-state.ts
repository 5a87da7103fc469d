/**
 * `pending_launch → active → locked → resolved | invalid; resolved → disputed → resolved | invalid`.
 *
 * `open_at` and `lock_at` act by the clock: nothing has to run for a state to be right.
 */

import type { MarketDocument, MarketState } from "./market-document.ts";

type Timed = Pick<MarketDocument, "state" | "open_at" | "lock_at">;

/** The state at `now`, from what is stored. */
export function effectiveState({ state, open_at, lock_at }: Timed, now: number): MarketState {
  const opened = state === "pending_launch" && open_at !== null && now >= open_at;
  const current = opened ? "active" : state;
  return current === "active" && lock_at !== null && now >= lock_at ? "locked" : current;
}

/** When the clock will next move the market; null when it never will. */
export function nextTransition(market: Timed, now: number): number | null {
  const state = effectiveState(market, now);
  if (state === "pending_launch") return market.open_at;
  return state === "active" ? market.lock_at : null;
}
