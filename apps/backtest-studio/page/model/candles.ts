/** Candles of a run as the chart reads them. */

import type { BacktestResult } from "@bourse/contract/backtest";

import { TILE_CANDLES, type Columns, type ReadTile } from "../chart/tiles.ts";
import { clients } from "./session.ts";

/** Reads candles of the series that a result was computed on, joined to at most a thousand. */
export function readCandles({
  symbol,
  interval,
  exchange,
}: Pick<BacktestResult, "symbol" | "interval" | "exchange">): ReadTile {
  return async (from, to): Promise<Columns> => {
    const { records } = await clients.peek().backtest.getKlines({
      query: {
        symbol,
        interval,
        exchange,
        start_time: isoTime(from),
        end_time: isoTime(to),
        limit: TILE_CANDLES,
        joined: true,
      },
    });
    return {
      time: records.map(({ timestamp }) => Date.parse(timestamp) / 1000),
      open: records.map(({ open }) => open),
      high: records.map(({ high }) => high),
      low: records.map(({ low }) => low),
      close: records.map(({ close }) => close),
      volume: records.map(({ volume }) => volume),
    };
  };
}

function isoTime(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString();
}
