/** Events of a session's candles as the sockets send them. */
import { BacktestEvent } from "@bourse/contract/backtest";
import type { ServiceEvent } from "@bourse/trading-core";
import { expect, test } from "vitest";

import { wireEvent } from "../../src/backtest/wire/event.ts";

test.each(["session.stale", "session.fresh"] as const)(
  "%s is an event of the contract, with the time since which the candles were silent",
  (type) => {
    const event: ServiceEvent = {
      type,
      timestamp: Date.UTC(2026, 0, 2),
      staleSince: Date.UTC(2026, 0, 1),
      session: {
        id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
        state: "running",
        reason: null,
        lastCandleTime: null,
        strategy: "rsi",
        symbol: "BTCUSDT",
        equity: 10_000,
      },
    };
    expect(BacktestEvent.parse(wireEvent(event))).toMatchObject({
      type,
      timestamp: "2026-01-02T00:00:00.000Z",
      payload: {
        session_id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
        stale_since: "2026-01-01T00:00:00.000Z",
      },
    });
  },
);
