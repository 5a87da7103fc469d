import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { didYouMean, nearestName, nearestSpelling } from "../src/index.ts";

const strategies = ["ma_crossover", "rsi", "bollinger_bands", "wavelet_reversal"];

/** The names of three places where people mistype: a request, an order, and the flags of a command. */
const request =
  "symbol interval limit initial_capital transaction_fee strategy parameters exchange start_time end_time direction fill slippage take_profit_pct stop_loss_pct position_size_pct train_split".split(
    " ",
  );
const order = "symbol side quantity order_type price stop_price client_order_id".split(" ");
const flags =
  "--symbol --interval --limit --from --to --exchange --csv --strategy --set --capital --fee --slippage --take-profit --stop-loss --size --trading-days --metric --threads --out --json".split(
    " ",
  );
const options = ["fee", "trailingStop", "takeProfit", "positionSize", "leverage"];

describe("the nearest name", () => {
  test.each([
    ["ma_crosover", "ma_crossover"],
    ["ma_corssover", "ma_crossover"],
    ["RSI", "rsi"],
    ["rsj", "rsi"],
    ["bolinger_band", "bollinger_bands"],
    ["wavelet-reversal", "wavelet_reversal"],
    ["Bollinger", "bollinger_bands"],
  ])("to %s is %s", (word, nearest) => {
    expect(nearestName(word, strategies)).toBe(nearest);
  });

  test.each([
    ["takeProfit", request, "take_profit_pct"],
    ["TakeProfitPercent", request, "take_profit_pct"],
    ["tp", request, "take_profit_pct"],
    ["stop_loss", request, "stop_loss_pct"],
    ["positionSize", request, "position_size_pct"],
    ["commission", request, "transaction_fee"],
    ["fee", request, "transaction_fee"],
    ["cash", request, "initial_capital"],
    ["timeframe", request, "interval"],
    ["pair", request, "symbol"],
    ["params", request, "parameters"],
    ["strat", request, "strategy"],
    ["from", request, "start_time"],
    ["until", request, "end_time"],
    ["bars", request, "limit"],
    ["type", order, "order_type"],
    ["orderType", order, "order_type"],
    ["qty", order, "quantity"],
    ["amount", order, "quantity"],
    ["triggerPrice", order, "stop_price"],
    ["limitPrice", order, "price"],
    ["clientId", order, "client_order_id"],
    ["--takeProfit", flags, "--take-profit"],
    ["--take_profit_pct", flags, "--take-profit"],
    ["--initial-capital", flags, "--capital"],
    ["--commission", flags, "--fee"],
    ["--start", flags, "--from"],
    ["--output", flags, "--out"],
    ["--parameters", flags, "--set"],
    ["--cvs", flags, "--csv"],
    ["trailing_stop", options, "trailingStop"],
    ["take_profit_pct", options, "takeProfit"],
    ["Leverage", options, "leverage"],
  ])("to %s among %j is %s", (word, known, nearest) => {
    expect(nearestName(word, known)).toBe(nearest);
  });

  test.each([
    ["", strategies],
    ["momentum", strategies],
    ["x", strategies],
    ["zzz", strategies],
    ["r".repeat(65), strategies],
    ["foo", ["from", "to", "step"]],
    ["foo", request],
    ["bar", order],
    ["leverage", request],
    ["trailing_stop", request],
    ["takeProfit", order],
    ["stop_loss", order],
    ["reduce_only", order],
    ["--foo", flags],
    ["--", flags],
    ["abc", ["xyz", "ab-cdefgh"]],
  ])("to %j among %j is none", (word, known) => {
    expect(nearestName(word, known)).toBeUndefined();
  });

  test("is the first one of a tie", () => {
    expect(nearestName("cat", ["car", "cap"])).toBe("car");
  });

  test("completes a sentence, or stays out of it", () => {
    expect(didYouMean("rsy", strategies)).toBe(' Did you mean "rsi"?');
    expect(didYouMean("momentum", strategies)).toBe("");
  });

  const names = fc.constantFrom(...new Set([...request, ...order]));
  const known = [...new Set([...request, ...order])];

  test("to a known name in another spelling is that name", () => {
    const spellings: readonly ((parts: readonly string[]) => string)[] = [
      (parts) => parts.join("-"),
      (parts) => parts.join("").toUpperCase(),
      (parts) => parts.map((part) => part[0]!.toUpperCase() + part.slice(1)).join(""),
      (parts) => parts.join("_").toUpperCase(),
      (parts) => parts.join(" "),
    ];
    fc.assert(
      fc.property(names, fc.constantFrom(...spellings), (name, spelling) => {
        expect(nearestName(spelling(name.split("_")), known)).toBe(name);
      }),
    );
  });

  test("to a known name of five letters or more with one letter wrong is never none", () => {
    const long = fc.constantFrom(...known.filter(({ length }) => length >= 5));
    const slip = fc.tuple(long, fc.nat(), fc.constantFrom("drop", "double", "swap", "other"));
    fc.assert(
      fc.property(slip, ([name, at, kind]) => {
        const place = at % (name.length - 1);
        const [a, b] = [name[place]!, name[place + 1]!];
        const inPlace = { drop: b, double: a + a + b, swap: b + a, other: `q${b}` }[kind];
        const word = name.slice(0, place) + inPlace + name.slice(place + 2);
        expect(nearestName(word, known)).toBeDefined();
      }),
    );
  });

  test("to a word that shares no letter with any name is none, whatever its length", () => {
    const strange = fc.string({ unit: fc.constantFrom("j", "w", "z", "7"), maxLength: 70 });
    fc.assert(
      fc.property(strange, (word) => {
        expect(nearestName(word, ["symbol", "side", "price", "from", "to"])).toBeUndefined();
      }),
    );
  });
});

describe("the nearest spelling", () => {
  const variables = ["HOST", "NODE_ENV", "API_KEYS", "STORE_URL", "LOG_LEVEL", "DATA_DIR"];

  test.each([
    ["HSOT", "HOST"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["LOG_LEVL", "LOG_LEVEL"],
    ["API_KEY", "API_KEYS"],
    ["data_dir", "DATA_DIR"],
  ])("of %s is %s", (word, nearest) => {
    expect(nearestSpelling(word, variables)).toBe(nearest);
  });

  test.each("HOSTNAME HOME NODE_PATH NODE_OPTIONS OPENAI_API_KEY AUTH_STORE_URL _ X".split(" "))(
    "there is none of %s, a name of its own",
    (word) => {
      expect(nearestSpelling(word, variables)).toBeUndefined();
    },
  );
});
