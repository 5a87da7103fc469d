/** Jobs, trades and signals as one feed of wire events, for sockets and whoever else listens. */

import { tradeTopic, type TradeEvent } from "@bourse/backtest-engine/execution";
import { jobTopic, type JobEvent } from "@bourse/backtest-engine/service";
import type { BacktestEvent, Signal, Trade } from "@bourse/contract/backtest";
import {
  createEventRing,
  type Bus,
  type Clock,
  type EventSource,
  type SequencedEvent,
} from "@bourse/kernel";

import { wireJob } from "./wire/job.ts";
import { isoTime } from "./wire/time.ts";

/** The topic on the bus of signals that were generated, as the wire spells them. */
export const signalTopic = "signals";

/** An event in its order, with the job that it is about. */
export interface FeedEvent extends SequencedEvent {
  readonly type: BacktestEvent["type"];
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly payload: BacktestEvent["payload"];
  /** Null for trades and signals. */
  readonly jobUuid: string | null;
}

export interface EventFeedOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  /** Different at each start: random. 1–64 characters without a colon. */
  readonly epoch: string;
  /** How many events are kept for those who come back, 1–1,000,000. Default 1000. */
  readonly capacity?: number;
}

export interface EventFeed {
  readonly source: EventSource<FeedEvent>;
  /** Hears no more of the bus. */
  stop(): Promise<void>;
}

/**
 * What happens from now on. Progress is told and not kept: the next one, or the job's end, says more.
 *
 * A finished sweep or walk-forward is told without its result, which may be megabytes: get the job.
 */
export function createEventFeed({
  bus,
  clock,
  epoch,
  capacity = 1000,
}: EventFeedOptions): EventFeed {
  const ring = createEventRing<FeedEvent>({ epoch, capacity });
  const subscriptions = [
    bus.subscribe<JobEvent>(jobTopic, (event) => {
      const make = (sequence: number): FeedEvent => ({
        ...feedEventOf(event),
        jobUuid: event.job.uuid,
        sequence,
      });
      if (event.type === "job.progress") ring.tell(make);
      else ring.record(make);
    }),
    bus.subscribe<TradeEvent>(tradeTopic, ({ type, timestamp, trade }) => {
      ring.record((sequence) => ({
        type,
        timestamp: isoTime(timestamp),
        payload: wireTradeEvent(trade),
        jobUuid: null,
        sequence,
      }));
    }),
    bus.subscribe<Signal>(signalTopic, (signal) => {
      ring.record((sequence) => ({
        type: "signal.generated",
        timestamp: isoTime(clock.now()),
        payload: signal,
        jobUuid: null,
        sequence,
      }));
    }),
  ];
  return {
    source: ring,
    async stop() {
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    },
  };
}

function feedEventOf(event: JobEvent): Pick<FeedEvent, "type" | "timestamp" | "payload"> {
  const timestamp = isoTime(event.timestamp);
  if (event.type === "job.progress") {
    const { job, progress, candlesPerSecond } = event;
    const payload = { job_id: job.uuid, progress, candles_per_second: candlesPerSecond };
    return { type: event.type, timestamp, payload };
  }
  const { type, job } = event;
  const isLarge = job.jobType === "sweep" || job.jobType === "walk_forward";
  return { type, timestamp, payload: wireJob(isLarge ? { ...job, result: null } : job) };
}

function wireTradeEvent(trade: TradeEvent["trade"]): Trade {
  return {
    order_id: trade.orderId,
    client_order_id: trade.clientOrderId,
    symbol: trade.symbol,
    side: trade.side,
    quantity: trade.quantity,
    price: trade.price,
    fee: trade.fee,
    realized_pnl: trade.realizedPnl,
  };
}
