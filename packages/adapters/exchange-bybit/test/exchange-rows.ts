/** Instruments and positions as Bybit writes them. */

import type { Position } from "@bourse/trading-core/execution";

export function instrumentRows(symbol: string | undefined, category: "spot" | "linear") {
  if (symbol === "BTCPERP" && category === "linear") {
    const coins = { baseCoin: "BTC", quoteCoin: "USDC", settleCoin: "USDC" };
    return [{ symbol, status: "Trading", ...LINEAR_STEPS, ...coins }];
  }
  return ["BTC", "ETH"]
    .filter((base) => symbol === undefined || symbol === `${base}USDT`)
    .map((base) => ({
      symbol: `${base}USDT`,
      baseCoin: base,
      quoteCoin: "USDT",
      status: "Trading",
      ...(category === "spot" ? SPOT_STEPS : LINEAR_STEPS),
    }));
}

const SPOT_STEPS = {
  lotSizeFilter: {
    basePrecision: "0.000001",
    quotePrecision: "0.0000001",
    minOrderQty: "0.000011",
    maxOrderQty: "83",
    minOrderAmt: "5",
  },
  priceFilter: { tickSize: "0.1" },
};

const LINEAR_STEPS = {
  contractType: "LinearPerpetual",
  settleCoin: "USDT",
  lotSizeFilter: {
    qtyStep: "0.001",
    minOrderQty: "0.001",
    maxOrderQty: "1190.000",
    maxMktOrderQty: "500.000",
    minNotionalValue: "5",
  },
  priceFilter: { minPrice: "0.10", maxPrice: "1999999.80", tickSize: "0.10" },
};

/** A page of positions: `limit` rows from `cursor` on. */
export function positionPage(
  held: readonly Position[],
  given: Readonly<Record<string, string>>,
): object {
  const rows = held.map((position) => ({
    positionIdx: 0,
    symbol: position.symbol,
    side: position.side === "short" ? "Sell" : "Buy",
    size: position.quantity,
    avgPrice: position.entryPrice,
    leverage: position.leverage,
    markPrice: position.markPrice,
    liqPrice: "",
    unrealisedPnl: position.unrealizedPnl,
    cumRealisedPnl: position.realizedPnl,
    positionStatus: "Normal",
  }));
  const limit = Number(given["limit"] ?? 20);
  const from = Number(given["cursor"] || 0);
  // A symbol that is asked for has a row when it is flat, too.
  const flat = {
    positionIdx: 0,
    symbol: given["symbol"],
    side: "",
    size: "0",
    avgPrice: "0",
    leverage: "10",
    markPrice: "100",
    liqPrice: "",
    unrealisedPnl: "",
    cumRealisedPnl: "0",
    positionStatus: "Normal",
  };
  const isFlat = rows.length === 0 && given["symbol"] !== undefined;
  return {
    category: "linear",
    nextPageCursor: from + limit < rows.length ? String(from + limit) : "",
    list: isFlat ? [flat] : rows.slice(from, from + limit),
  };
}
