/** Examples of the execution routes' docs; a test holds each against its schema. */

const order_id = "9b2c0f5e-1d34-4a77-8f0e-5a1c7d2e9b10";

export const orderRequest = { symbol: "BTCUSDT", side: "buy", quantity: 0.5 };

const order = {
  order_id,
  client_order_id: null,
  symbol: "BTCUSDT",
  side: "buy",
  order_type: "market",
  quantity: "0.5",
  price: null,
  stop_price: null,
  status: "filled",
  filled_qty: "0.5",
  avg_price: "101",
  fee: "0.0505",
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
};

export const orderReply = { success: true, order };

export const orders = { success: true, orders: [order], count: 1 };

export const cancelled = { success: true, order_id };

export const positions = {
  success: true,
  positions: [
    {
      symbol: "BTCUSDT",
      side: "long",
      quantity: "0.5",
      entry_price: "101",
      mark_price: "103",
      unrealized_pnl: "1",
      realized_pnl: "-0.0505",
      leverage: "1",
    },
  ],
};

export const closed = {
  success: true,
  message: "Closed 1 position of BTCUSDT.",
  orders: [{ ...order, side: "sell" }],
};

export const balance = { success: true, balance: { BTC: "0.5", USDT: "99949.4495" } };
