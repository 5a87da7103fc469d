/** Sentences of the engine in the words of the wire. */

/** Fields of a body by the engine's names of options. */
const FIELDS: Readonly<Record<string, string>> = {
  initialCapital: "initial_capital",
  fee: "transaction_fee",
  slippage: "slippage",
  direction: "direction",
  fill: "fill",
  takeProfit: "take_profit_pct",
  stopLoss: "stop_loss_pct",
  positionSize: "position_size_pct",
  trainSplit: "train_split",
  daysPerYear: "trading_days",
  startTime: "start_time",
  endTime: "end_time",
  limit: "limit",
  maxCombinations: "parameters",
  trainCandles: "train_candles",
  testCandles: "test_candles",
  stepCandles: "step_candles",
  purgeCandles: "purge_candles",
  embargoCandles: "embargo_candles",
};

/** The field of a body that sets an option of the engine; undefined where there is none. */
export function fieldOf(option: unknown): string | undefined {
  return typeof option === "string" && Object.hasOwn(FIELDS, option) ? FIELDS[option] : undefined;
}

/**
 * The engine's sentence with the names that a body has, and without the functions and options that it lacks. `at`: the
 * field that the sentence stands beside, which it need not name.
 */
export function wireWords(message: string, at?: string): string {
  const spelled = message
    .replace(/^(?:walkForward|sweep|simulate|backtest|computeMetrics): /u, "")
    .replace(", raise maxCombinations", "")
    .replaceAll(
      /\boption "([A-Za-z]+)"/gu,
      (_, name: string) => `option "${fieldOf(name) ?? name}"`,
    )
    .replaceAll(/\b[a-z]+(?:[A-Z][a-z]+)+\b/gu, (name) => fieldOf(name) ?? name);
  const said = spelled.replace(/^option "([a-z_]+)" /u, (_, name: string) =>
    name === at ? "" : `${name} `,
  );
  return /^(?:one|the) /u.test(said) ? `${said[0]!.toUpperCase()}${said.slice(1)}` : said;
}
