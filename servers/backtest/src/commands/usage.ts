/** Usage of `bourse-backtest`. */

import type { Usage } from "@bourse/http";

/** Text of `--help` and the words that begin a command. */
export const USAGE: Usage = {
  commands: [
    "start",
    "run",
    "sweep",
    "report",
    "data",
    "strategies",
    "audit",
    "dead-letters",
    "store",
    "health",
    "doctor",
  ],
  text: `Usage: bourse-backtest [start]
       bourse-backtest run    [candles] [rules] [--set NAME=VALUE]... [--json]
       bourse-backtest sweep  [candles] [rules] --set NAME=FROM..TO/STEP
                              --set NAME=A,B,C ... [search] [--json]
       bourse-backtest report [candles] [rules] [--set ...] [search]
                              [--out report.html]
       bourse-backtest data import FILE --symbol S --interval I [--exchange E]
       bourse-backtest data fetch [candles] [--out FILE]
       bourse-backtest strategies [--json]
       bourse-backtest audit verify [POSITION:HASH]
       bourse-backtest dead-letters list [--queue Q] [--limit N] [--json]
       bourse-backtest dead-letters show ID
       bourse-backtest dead-letters retry|drop ID|--all
       bourse-backtest store copy FROM TO
       bourse-backtest health | doctor

start         run the server (the default) on http://127.0.0.1:3002
run           one backtest, here and now, without a server
sweep         one backtest for each combination of the values
report        a page with the results, for a browser
data          candles from a file, or from an exchange to a file
strategies    the strategies with their parameters
audit verify  check the chain of the audit trail
dead-letters  messages of the queue at BUS_URL that were given up
store copy    copy a whole store to another engine or file, and verify it
health        ask the running server whether it is ready
doctor        say what is in order, what is not, and what to do about it

candles  --csv FILE, or --symbol BTCUSDT --interval 1h --limit 1000
         --from TIME --to TIME --exchange NAME
rules    --strategy wavelet_reversal --capital 10000 --fee 0.001 --slippage 0
         --direction long|short|both --fill next_open|close
         --take-profit FRACTION|none --stop-loss FRACTION|none --size FRACTION
         --trading-days DAYS (of a year, above 0 and at most 366; default by the
         calendar of the candles)
search   --metric sharpe --random COUNT --seed 1 --threads N --top 10
         --max-combinations 10000

--env-file PATH  settings from a file of NAME=value lines; may be repeated.
                 A variable that is set already wins
--version        print the version
--help           print this text

Examples
  BACKTEST_PORT=3003 bourse-backtest
  bourse-backtest run --symbol BTCUSDT --interval 1h --strategy rsi
  bourse-backtest sweep --csv hours.csv --strategy ma_crossover \\
    --set fast_period=5..30/5 --set slow_period=20..100/10

Settings are environment variables; the README lists them with their defaults.
Where candles come from is set as for the server: DATA_PROVIDER, CSV_DIR,
DATA_DIR.
Exit codes: 0 done, 1 refused or failed, 2 called wrongly`,
};
