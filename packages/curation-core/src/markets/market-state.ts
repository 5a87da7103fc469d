/**
 * `pending_launch → active → locked → resolved | invalid; resolved → disputed → resolved | invalid`.
 *
 * `openAt` and `lockAt` act by the clock: nothing has to run for a state to be right.
 */

import type { Market, MarketState } from "./market.ts";

type Timed = Pick<Market, "state" | "openAt" | "lockAt">;

/** The state at `now`, from what is stored. */
export function effectiveState({ state, openAt, lockAt }: Timed, now: number): MarketState {
  const opened = state === "pending_launch" && openAt !== null && now >= openAt;
  const current = opened ? "active" : state;
  return current === "active" && lockAt !== null && now >= lockAt ? "locked" : current;
}

/** When the clock will next move the market; null when it never will. */
export function nextTransition(market: Timed, now: number): number | null {
  const state = effectiveState(market, now);
  if (state === "pending_launch") return market.openAt;
  return state === "active" ? market.lockAt : null;
}
