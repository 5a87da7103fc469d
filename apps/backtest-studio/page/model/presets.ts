/** Sets of options to begin with. */

export interface Preset {
  readonly name: string;
  readonly text: string;
  /** Texts of the form, by field. */
  readonly texts: Readonly<Record<string, string>>;
}

export const PRESETS: readonly Preset[] = [
  {
    name: "Engine's defaults",
    text: "0.1 % fee a side, fills at the next open, the whole capital in each trade.",
    texts: {},
  },
  {
    name: "No costs",
    text: "No fees: what the signals alone are worth.",
    texts: { "o.transaction_fee": "0" },
  },
  {
    name: "Spot with slippage",
    text: "0.1 % fee and 0.05 % slippage a side.",
    texts: { "o.transaction_fee": "0.001", "o.slippage": "0.0005" },
  },
  {
    name: "Perpetual at 3×",
    text: "0.055 % taker and 0.02 % maker fee, both directions, leverage 3, maintenance margin 0.5 %.",
    texts: {
      "o.transaction_fee": "0.00055",
      "o.maker_fee": "0.0002",
      "o.direction": "both",
      "o.leverage": "3",
      "o.maintenance_margin": "0.005",
    },
  },
  {
    name: "As backtesting.py",
    text: "The rules of backtesting.py where programs differ.",
    texts: { "o.compatibility": "backtesting_py" },
  },
  {
    name: "As vectorbt",
    text: "The rules of vectorbt where programs differ.",
    texts: { "o.compatibility": "vectorbt" },
  },
  {
    name: "As freqtrade",
    text: "The rules of freqtrade where programs differ.",
    texts: { "o.compatibility": "freqtrade" },
  },
];
