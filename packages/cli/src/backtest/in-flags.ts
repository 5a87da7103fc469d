/** Errors of the engine in the words of a terminal. */

import { FUNDING_FLAGS, PORTFOLIO_FLAGS, SHEET_FLAGS } from "./flag-tables.ts";
import { flagOf } from "./option-flags.ts";
import { snakeCase } from "./snake-case.ts";

/** Names of further options of the engine as flags, for the sentences of its errors. */
const FLAG_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...PORTFOLIO_FLAGS, ...SHEET_FLAGS, ...FUNDING_FLAGS].map(({ option, flag }) => [
      option,
      `--${flag}`,
    ]),
  ),
  strategy: "--strategy",
  maxCombinations: "--max-combinations",
  dateOrder: "--date-order",
  timestampUnit: "--unit",
  utcOffsetMinutes: "--utc-offset",
  timeZone: "--time-zone",
  dialect: "--dialect",
  delimiter: "--delimiter",
  decimal: "--decimal",
  columns: "--columns",
  order: "--order",
  gaps: "--gaps",
  badRows: "--bad-rows",
  duplicates: "--duplicates",
  skipRows: "--skip-rows",
  encoding: "--encoding",
  symbol: "--symbol",
  detail: "--detail-csv",
  detailInterval: "--detail",
};

/**
 * An error's message in the words of a terminal: flags for the engine's names of options, as `args` spelt them, and
 * neither its functions nor the values that no flag can have. One about a setting, such as `ALERT_TEXTS_FILE`, stays.
 */
export function inFlags(message: string, args: readonly string[]): string {
  if (/^[A-Z]+_[A-Z_]+\b/u.test(message)) return message;
  const flag = (name: string): string | undefined => flagOf(name, args) ?? FLAG_OF[name];
  return message
    .replace(/^(?:simulate|sweep|backtest|backtestPortfolio|tradingYear|Reading candles): /u, "")
    .replace(
      /^compatibility: (?:option "(\w+)")?/u,
      (_, name = "") => `--compatibility ${String(name)}`,
    )
    .replaceAll(/\b(the|another) journal\b/gu, "$1 file of --study")
    .replaceAll(/\boption "(\w+)"/giu, (whole, name: string) => flag(name) ?? whole)
    .replaceAll(/"?\b[a-z]+(?:[A-Z][a-z]+)+\b"?/gu, (word) => {
      const name = word.replaceAll('"', "");
      return flag(name) ?? snakeCase(name);
    })
    .replaceAll(/\{([a-zA-Z_?, ]+)\}/gu, (_, names: string) =>
      names
        .split(", ")
        .map((name) => `${snakeCase(name).replace("?", "")}=`)
        .join(", "),
    )
    .replace(", or a function", "")
    .replace(", or null for none", ", or none");
}
