/** The decisions of a live session taken anew, from the candles, orders and fills that it has stored. */

import type { AnyStrategy } from "@bourse/backtest-engine/strategies";
import { Decimal } from "@bourse/kernel";

import { SessionError } from "../../session/errors.ts";
import { LiveKernel } from "../../session/live/live-kernel.ts";
import type { SessionDefinition } from "../../session/session-kernel.ts";
import type { SessionOrder } from "../../session/session.ts";
import {
  sessionFills,
  sessionOrders,
  type SessionDocument,
  type SessionFillDocument,
} from "../collections.ts";
import { definitionOf } from "../create-session.ts";
import { plainDecision } from "../plain-decision.ts";
import { allOf } from "../read-session.ts";
import type { SessionParts } from "../session-parts.ts";
import { answered } from "./live-session.ts";
import { tradesOf, type ComparedTrade } from "./live-trades.ts";
import { replayLive } from "./replay-live.ts";

/** A live session recomputed. */
export interface RecomputedLive {
  /** Hashes of the decisions, by the open of their candles. */
  readonly hashes: ReadonlyMap<number, string>;
  /** The stored decisions without what depends on fills, likewise. */
  readonly plain: ReadonlyMap<number, string>;
  readonly trades: readonly ComparedTrade[];
  /** The session as a simulation in the steps of its instrument would run it. */
  readonly simulated: SessionDefinition;
}

/** @throws SessionError BROKER_UNSUPPORTED where this service has no account of live sessions */
export async function recomputeLive(
  parts: SessionParts,
  session: SessionDocument,
  strategy: AnyStrategy,
): Promise<RecomputedLive> {
  const { live: account, store } = parts;
  if (account === undefined) throw withoutAccount();
  const { symbol } = session.request;
  const instrument = await answered(
    { parts, account },
    async () => await account.instruments(symbol),
  );
  const definition = definitionOf(session, strategy);
  const [lot, tick] = [Decimal.parse(instrument.lot), Number(instrument.tick)];
  const orders = new Map<number, SessionOrder>();
  for await (const { order } of allOf(store, sessionOrders, session.id))
    orders.set(order.id, order);
  const fills: SessionFillDocument[] = [];
  for await (const fill of allOf(store, sessionFills, session.id)) fills.push(fill);
  const hashes = new Map<number, string>();
  const plain = new Map<number, string>();
  const kernel = new LiveKernel(definition, instrument);
  await replayLive(
    store,
    session.id,
    kernel,
    ({ candle: { time }, decision }, again) => {
      hashes.set(time, again.decisionHash);
      plain.set(
        time,
        plainDecision(decision, (number) => orders.get(number)),
      );
    },
    true,
  );
  return {
    hashes,
    plain,
    trades: tradesOf(fills, lot),
    simulated: {
      ...definition,
      options: { ...definition.options, lotSize: lot.toNumber(), tickSize: tick },
    },
  };
}

function withoutAccount(): SessionError<"BROKER_UNSUPPORTED"> {
  return new SessionError(
    "BROKER_UNSUPPORTED",
    "The drift of a live session is computed in the steps of its instrument, which only a service with its account knows; this one has no account.",
    { details: { broker: "live", feature: "drift" } },
  );
}
