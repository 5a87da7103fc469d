import { Decimal } from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  checkRisk,
  readRiskLimits,
  resolveRiskLimits,
  type JudgedOrder,
  type RiskLimits,
  type RiskState,
} from "../../src/risk/index.ts";

const d = (text: string): Decimal => Decimal.parse(text);

function order(given: Partial<JudgedOrder> = {}): JudgedOrder {
  return {
    symbol: "BTCUSDT",
    side: "buy",
    orderType: "market",
    quantity: d("1"),
    price: null,
    stopPrice: null,
    ...given,
  };
}

function state(given: Partial<RiskState> = {}): RiskState {
  return {
    now: 1_000_000,
    lastPrice: d("100"),
    lastPriceTime: 1_000_000,
    position: Decimal.zero,
    openBuys: Decimal.zero,
    openSells: Decimal.zero,
    otherValue: Decimal.zero,
    equity: d("1000"),
    dayEquity: d("1000"),
    peakEquity: d("1000"),
    ordersInMinute: 0,
    clockOffsetMilliseconds: null,
    isClockStuck: false,
    ...given,
  };
}

const judge = (limits: RiskLimits, at: Partial<RiskState> = {}, of: Partial<JudgedOrder> = {}) =>
  checkRisk(resolveRiskLimits(limits), state(at), order(of));

const LEAST = "0.000000000000000001";
const beyond = (text: string): Decimal => d(text).plus(d(LEAST));

describe("a rule passes at its bound and refuses one step beyond it", () => {
  test.each<
    [
      string,
      RiskLimits,
      Partial<RiskState>,
      Partial<JudgedOrder>,
      Partial<RiskState>,
      Partial<JudgedOrder>,
    ]
  >([
    ["max_order_value", { maxOrderValue: "100" }, {}, {}, {}, { quantity: beyond("1") }],
    [
      "max_position_value",
      { maxPositionValue: "300" },
      { position: d("1"), openBuys: d("1") },
      {},
      { position: d("1"), openBuys: d("1") },
      { quantity: beyond("1") },
    ],
    [
      "max_leverage",
      { maxLeverage: "2" },
      { otherValue: d("1900") },
      {},
      { otherValue: beyond("1900") },
      {},
    ],
    [
      "max_daily_loss",
      { maxDailyLoss: "50" },
      { equity: d("950") },
      {},
      { equity: d("950").minus(d(LEAST)) },
      {},
    ],
    [
      "max_drawdown",
      { maxDrawdown: "0.1" },
      { equity: d("900") },
      {},
      { equity: d("900").minus(d(LEAST)) },
      {},
    ],
    [
      "max_orders_per_minute",
      { maxOrdersPerMinute: 3 },
      { ordersInMinute: 2 },
      {},
      { ordersInMinute: 3 },
      {},
    ],
    [
      "price_collar",
      { priceCollar: "0.05" },
      {},
      { price: d("105") },
      {},
      { price: beyond("105") },
    ],
    [
      "price_collar",
      { priceCollar: "0.05" },
      {},
      { stopPrice: d("95") },
      {},
      { stopPrice: d("95").minus(d(LEAST)) },
    ],
    ["price_collar", { priceCollar: "0.05" }, { now: 1_120_000 }, {}, { now: 1_120_001 }, {}],
    ["symbols", { symbols: ["BTC/USDT"] }, {}, {}, {}, { symbol: "ETHUSDT" }],
    [
      "max_data_age_seconds",
      { maxDataAgeSeconds: 60 },
      { now: 1_060_000 },
      {},
      { now: 1_060_001 },
      {},
    ],
    [
      "clock",
      { maxClockOffsetMilliseconds: 500 },
      { clockOffsetMilliseconds: -500 },
      {},
      { clockOffsetMilliseconds: 501 },
      {},
    ],
  ])("%s", (rule, limits, at, of, after, ofAfter) => {
    expect(judge(limits, at, of)).toBeNull();
    expect(judge(limits, after, ofAfter)).toMatchObject({
      rule,
      reason: expect.stringMatching(/\.$/) as string,
    });
  });
});

describe("what is not known is refused", () => {
  test.each<[string, RiskLimits, Partial<RiskState>]>([
    ["max_order_value", { maxOrderValue: 1 }, { lastPrice: null }],
    ["max_position_value", { maxPositionValue: 1 }, { lastPrice: null }],
    ["max_leverage", { maxLeverage: 1 }, { equity: null }],
    ["max_leverage", { maxLeverage: 1 }, { equity: Decimal.zero }],
    ["max_daily_loss", { maxDailyLoss: 1 }, { equity: null }],
    ["max_drawdown", { maxDrawdown: 1 }, { peakEquity: null }],
    ["price_collar", { priceCollar: 1 }, { lastPrice: null, lastPriceTime: null }],
    ["max_data_age_seconds", { maxDataAgeSeconds: 1 }, { lastPriceTime: null }],
  ])("by %s", (rule, limits, at) => {
    expect(judge(limits, at)).toMatchObject({ rule, found: null });
  });
});

describe("an order that only reduces the position", () => {
  const held = { position: d("2"), equity: d("1"), lastPriceTime: 0, ordersInMinute: 9 };
  const tight: RiskLimits = {
    maxOrderValue: 1,
    maxPositionValue: 1,
    maxLeverage: 1,
    maxDailyLoss: 1,
    maxDrawdown: "0.01",
    maxOrdersPerMinute: 1,
    priceCollar: "0.01",
    symbols: ["ETHUSDT"],
    maxDataAgeSeconds: 1,
  };

  test("passes every limit, and with a stuck clock", () => {
    const sale = { side: "sell", quantity: d("2") } as const;
    expect(judge(tight, { ...held, isClockStuck: true }, sale)).toBeNull();
    const cover = { side: "buy", quantity: d("2") } as const;
    expect(judge(tight, { ...held, position: d("-2") }, cover)).toBeNull();
  });

  test("does not reduce when it and the open ones sell more than is held", () => {
    const sale = { side: "sell", quantity: d("1") } as const;
    expect(judge(tight, { ...held, openSells: d("1") }, sale)).toBeNull();
    expect(judge(tight, { ...held, openSells: beyond("1") }, sale)).not.toBeNull();
  });

  test("keeps to the collar with a limit, and waits as a stop however far away", () => {
    const sale = { side: "sell", quantity: d("1"), price: d("200") } as const;
    const far = { rule: "price_collar", found: "1" };
    expect(judge({ priceCollar: "0.5" }, { position: d("1") }, sale)).toMatchObject(far);
    const stop = { ...sale, price: null, stopPrice: d("20") };
    expect(judge({ priceCollar: "0.5" }, { position: d("1") }, stop)).toBeNull();
    expect(judge({ priceCollar: "0.5" }, { position: d("0.5") }, stop)).not.toBeNull();
    const limited = { ...stop, price: d("20") };
    expect(judge({ priceCollar: "0.5" }, { position: d("1") }, limited)).not.toBeNull();
  });
});

test("a limit at the price before the market halved is refused by the collar", () => {
  const halved = { lastPrice: d("50") };
  expect(judge({ priceCollar: "0.2" }, halved, { price: d("100") })).toMatchObject({
    rule: "price_collar",
    bound: "0.2",
    found: "1",
  });
});

test("a stuck clock is refused whatever limits are set", () => {
  expect(judge({}, { isClockStuck: true })).toMatchObject({ rule: "clock" });
});

test("no sequence of accepted orders, filled or not, exceeds the position's limit", () => {
  const step = fc.record({
    side: fc.constantFrom("buy", "sell"),
    quantity: fc.integer({ min: 1, max: 500 }),
    isFilled: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const limits = resolveRiskLimits({ maxPositionValue: "1000" });
      const open = { buy: Decimal.zero, sell: Decimal.zero };
      let position = Decimal.zero;
      for (const { side, quantity: cents, isFilled } of steps) {
        const quantity = Decimal.fromUnits(BigInt(cents), 2);
        const at = state({ position, openBuys: open.buy, openSells: open.sell });
        if (checkRisk(limits, at, order({ side, quantity })) !== null) continue;
        if (isFilled)
          position = side === "buy" ? position.plus(quantity) : position.minus(quantity);
        else open[side] = open[side].plus(quantity);
        const most = position.plus(open.buy).times(d("100"));
        const least = position.minus(open.sell).times(d("100"));
        expect(most.compare(d("1000"))).not.toBe(1);
        expect(least.compare(d("-1000"))).not.toBe(-1);
      }
    }),
  );
});

describe("limits", () => {
  test("are read by their names on the wire", () => {
    const rules = readRiskLimits({
      max_order_value: "0.1",
      symbols: ["btc-usdt"],
      max_leverage: 3,
    });
    expect(rules.maxOrderValue?.toString()).toBe("0.1");
    expect(rules.symbols).toEqual(["BTCUSDT"]);
    expect(rules.maxLeverage?.toString()).toBe("3");
    expect(rules.maxDrawdown).toBeNull();
  });

  test.each<[string, object]>([
    ["max_order_value", { max_order_value: 0 }],
    ["max_order_value", { max_order_value: "1e5" }],
    ["max_order_value", { max_order_value: Number.NaN }],
    ["max_order_value", { max_order_value: 5n }],
    ["max_drawdown", { max_drawdown: 1.01 }],
    ["max_orders_per_minute", { max_orders_per_minute: 1.5 }],
    ["symbols", { symbols: [] }],
    ["symbols", { symbols: ["BTCUSDT", 1] }],
    ["max_ordre_value", { max_ordre_value: 1 }],
  ])("with a wrong %s are refused", (option, limits) => {
    expect(() => readRiskLimits(limits)).toThrow(
      expect.objectContaining({ code: "OPTION_INVALID", details: { owner: "risk", option } }),
    );
  });

  test("that are no object are refused", () => {
    expect(() => readRiskLimits([])).toThrow(expect.objectContaining({ code: "ARGUMENT_INVALID" }));
  });
});
