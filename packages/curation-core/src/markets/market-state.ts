/**
 * `pending_launch → active → locked → resolved | invalid; resolved → disputed → resolved | invalid`.
 *
 * `openAt` and `lockAt` take effect when a market is read; no job has to run.
 */

import type { MarketState } from "../lifecycle/market-states.ts";
import type { Market } from "./market.ts";

type Timed = Pick<Market, "state" | "openAt" | "lockAt">;

/** The state at `now`, in milliseconds since the epoch. */
export function effectiveState({ state, openAt, lockAt }: Timed, now: number): MarketState {
  const opened = state === "pending_launch" && openAt !== null && now >= openAt;
  const current = opened ? "active" : state;
  return current === "active" && lockAt !== null && now >= lockAt ? "locked" : current;
}

/** The time of the next change of state by the clock; null when there is none. */
export function nextTransition(market: Timed, now: number): number | null {
  const state = effectiveState(market, now);
  if (state === "pending_launch") return market.openAt;
  return state === "active" ? market.lockAt : null;
}
