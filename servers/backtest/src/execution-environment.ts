/** Variables of trading: the destination of orders and their terms. */

import {
  choiceVariable,
  listVariable,
  optionalIntegerVariable,
  optionalTextVariable,
  parsedVariable,
  secret,
  type Variable,
} from "@bourse/http/environment";

export const executionEnvironment = {
  /** `paper` trades on paper at real prices; `bybit` sends orders to Bybit, `ccxt` to the exchange CCXT_EXCHANGE. */
  EXECUTION_PROVIDER: choiceVariable(["paper", "bybit", "ccxt"], "paper"),
  /** Opening balances of a new paper account: `USDT=100000,BTC=1`. Default: USDT=100000. */
  PAPER_BALANCE: listVariable("assets with amounts, such as USDT=100000,BTC=1", (item) =>
    /^[A-Z0-9.]{1,32}=(0|[1-9]\d{0,17})(\.\d{1,18})?$/u.test(item),
  ),
  /** A fraction of each fill's notional. */
  PAPER_FEE_RATE: rateVariable("0.001"),
  /** Slippage of market and stop orders as a fraction of the price, always adverse. */
  PAPER_SLIPPAGE: rateVariable("0"),
  /**
   * Maximum age of a price that paper orders, marks and live signals use, from the close of its candle. Default: two
   * intervals of the candles, 120 for orders and 7200 for signals.
   */
  PRICE_MAX_AGE_SECONDS: optionalIntegerVariable({ min: 60, max: 31_536_000 }),
  /** API key of the account that EXECUTION_PROVIDER=bybit trades on. */
  BYBIT_API_KEY: secret(optionalTextVariable()),
  BYBIT_API_SECRET: secret(optionalTextVariable()),
  /**
   * Address that orders are sent to. Default: the testnet. Any host but the testnet and the demo needs
   * EXECUTION_ALLOW_LIVE=yes.
   */
  BYBIT_TRADING_HOST: optionalTextVariable(),
  BYBIT_CATEGORY: choiceVariable(["spot", "linear"], "spot"),
  /** ccxt's id of the exchange that EXECUTION_PROVIDER=ccxt trades at: `binance`, `kraken`. */
  CCXT_EXCHANGE: optionalTextVariable(),
  CCXT_API_KEY: secret(optionalTextVariable()),
  CCXT_API_SECRET: secret(optionalTextVariable()),
  /** The third secret that some exchanges ask for. */
  CCXT_API_PASSWORD: secret(optionalTextVariable()),
  /** `no` leaves the exchange's testnet, and needs EXECUTION_ALLOW_LIVE=yes. */
  CCXT_SANDBOX: choiceVariable(["yes", "no"], "yes"),
  /** Symbols whose orders a list without a symbol shows, next to those held: `BTCUSDT,ETHUSDT`. */
  CCXT_SYMBOLS: listVariable("at most 100 symbols, such as BTCUSDT,ETH/USDT", (item) =>
    /^[A-Z0-9._/-]{1,32}$/u.test(item),
  ),
  /**
   * Name of the account that EXECUTION_PROVIDER=bybit trades on, 1–100 characters, which a live session writes out as
   * confirm_account. Default: none, live sessions are refused.
   */
  EXECUTION_ACCOUNT: parsedVariable("a name of 1 to 100 characters", accountName, undefined),
  /** `yes` lets orders move real money, and needs RISK_LIMITS. */
  EXECUTION_ALLOW_LIVE: choiceVariable(["no", "yes"], "no"),
  /**
   * Limits of orders as JSON, `{"max_order_value": 1000}`, or the path of a file of such JSON. Default: none on paper;
   * with EXECUTION_ALLOW_LIVE=yes it must be set, and limits that it leaves out have tight defaults.
   */
  RISK_LIMITS: optionalTextVariable(),
  /** `other_key`: the kill switch is released by another API key than the one that set it. */
  KILL_SWITCH_RELEASE: choiceVariable(["any", "other_key"], "any"),
  /** File whose presence sets the kill switch: `flatten` in it flattens, anything else freezes. Default: none. */
  KILL_SWITCH_FILE: optionalTextVariable(),
} as const;

function accountName(text: string): string | undefined {
  return text.trim() === text && text !== "" && text.length <= 100 ? text : undefined;
}

function rateVariable(preset: string): Variable<string> {
  const read = (text: string): string | undefined =>
    /^0(?:\.[0-4]\d{0,17})?$/u.test(text) ? text : undefined;
  return parsedVariable("a decimal from 0 to below 0.5", read, preset);
}
