/** Usage of `bourse-backtest`. */

import type { Usage } from "@bourse/http";

import { OPTION_FLAGS } from "./option-flags.ts";

/** Flags of the rules, wrapped. */
const RULES = wrapped(
  OPTION_FLAGS.map(({ flag, short }) =>
    short === undefined ? `--${flag}` : `--${flag} (--${short})`,
  ),
);

function wrapped(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 79)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`         ${word}`);
  }
  return lines.join("\n");
}

/** Text of `--help` and the words that begin a command. */
export const USAGE: Usage = {
  commands: [
    "start",
    "run",
    "sweep",
    "walk-forward",
    "report",
    "data",
    "strategies",
    "new",
    "options",
    "audit",
    "dead-letters",
    "store",
    "health",
    "doctor",
  ],
  text: `Usage: bourse-backtest [start]
       bourse-backtest run    [candles] [rules] [--set NAME=VALUE]...
                              [--tear-sheet] [--benchmark SYMBOL] [checks]
                              [--json]
       bourse-backtest run    --symbols A,B,C [--weights A=0.5,B=0.3,C=0.2]
                              [--rebalance-every N] [candles] [rules] ...
       bourse-backtest sweep  [candles] [rules] --set NAME=FROM..TO/STEP
                              --set NAME=A,B,C ... [search] [--json]
       bourse-backtest walk-forward [candles] [rules] --set ... [search]
                              --train CANDLES --test CANDLES [windows]
       bourse-backtest report [candles] [rules] [--set ...] [search]
                              [checks] [--out report.html]
       bourse-backtest data import FILE --symbol S --interval I [--exchange E]
                              [file]
       bourse-backtest data fetch [candles] [--out FILE]
       bourse-backtest data fetch --symbols A,B,C --from TIME --to TIME
                              --out FOLDER [--interval I] [--exchange E]
       bourse-backtest data verify FOLDER [--json]
       bourse-backtest strategies [--strategies FOLDER] [--json]
       bourse-backtest new [NAME] [--style array|event|class]
       bourse-backtest options [--json]
       bourse-backtest audit look-ahead [candles] --strategy S [--runs 32]
       bourse-backtest audit verify [POSITION:HASH]
       bourse-backtest dead-letters list [--queue Q] [--limit N] [--json]
       bourse-backtest dead-letters show ID
       bourse-backtest dead-letters retry|drop ID|--all
       bourse-backtest store copy FROM TO
       bourse-backtest health | doctor

start         run the server (the default) on http://127.0.0.1:3002
run           one backtest, here and now, without a server; with --symbols a
              portfolio: symbols that share the cash of one account
sweep         one backtest for each combination of the values
walk-forward  parameters chosen on past candles, traded on the next, repeatedly
report        a page with the results, for a browser
data          candles from a file, or from an exchange to a file
strategies    the strategies with their parameters, and your own: those of
              STRATEGIES_DIR or of another FOLDER
new           a folder with a strategy of your own and its test
options       the rules: every option of the engine, with its values
audit look-ahead
              check that a strategy decides from the past alone
audit verify  check the chain of the audit trail
dead-letters  messages of the queue that were given up; of a queue inside of the
              server's process while that is stopped
store copy    copy a whole store to another engine or file, and verify it
health        ask the running server whether it is ready
doctor        say what is in order, what is not, and what to do about it

candles  --csv FILE (CSV, Parquet or Arrow), or --symbol BTCUSDT --interval 1h
         --limit 1000 --from TIME --to TIME --exchange NAME
         (of a file --from, --to and --limit select the newest candles)
         --funding (rates of perpetual contracts: --exchange bybitperpetual
         or binanceperpetual)
         (with --symbols --csv takes the FOLDER of data fetch --symbols)
file     --gaps report|refuse|fill --adjusted --dialect NAME
         --columns FIELD=COLUMN,... --date-order dmy|mdy --unit s|ms|us|ns
         --delimiter comma|semicolon|tab --decimal point|comma
         --order oldest-first|newest-first --utc-offset MINUTES
         (for --csv and data import; what is not told is detected and stated)
rules    --strategy wavelet_reversal, and any option of the engine:
${RULES}
         "bourse-backtest options" explains each. A value with members is
         name=value,name=value or JSON: --trailing-stop distance=0.05
strategy a name of "bourse-backtest strategies", or a file: --strategy ./mine.ts
         --time-limit SECONDS (300) of a run without a result
         --memory-limit MEGABYTES (1024) of each thread that runs the file
search   --metric sharpe --random COUNT --seed 1 --threads N --top 10
         --max-combinations 10000
         --method grid|random|tpe --trials COUNT --study FILE (goes on there)
         --vary OPTION=A,B,none --vary OPTION=FROM..TO/STEP[:log] ...
         --constraint "fast_period < slow_period" ...
         --early-stop FRACTIONS such as 0.25,0.5 (of the candles, at which a
         trial below the median of those before ends) --early-stop-startup 10
         --pbo BLOCKS (probability of overfitting) --cpcv GROUPS/TEST_GROUPS
windows  --step CANDLES --purge CANDLES --embargo CANDLES --anchored
checks   --monte-carlo RUNS or METHOD or runs=1000,method=bootstrap_returns,
         block_length=20,ruin_level=0.5,seed=1 (how much of a run is luck;
         methods: shuffle_trades, bootstrap_trades, bootstrap_returns)
         --look-ahead RUNS (whether decisions depend on later candles)
--tear-sheet     some eighty figures of the daily returns as well and the
                 deepest drawdowns, beside buying and holding the same candles
--benchmark S    beside holding the symbol S of the same exchange instead
                 (where --csv has a file: beside the candles of the file S)

--env-file PATH  settings from a file of NAME=value lines; may be repeated.
                 A variable that is set already wins
--version        print the version
--help           print this text

Examples
  BACKTEST_PORT=3003 bourse-backtest
  bourse-backtest run --symbol BTCUSDT --interval 1h --strategy rsi
  bourse-backtest run --csv hours.csv --strategy ./mine.ts
  bourse-backtest sweep --csv hours.csv --strategy ma_crossover \\
    --set fast_period=5..30/5 --set slow_period=20..100/10

Settings are environment variables; the README lists them with their defaults.
Where candles come from is set as for the server: DATA_PROVIDER, CSV_DIR,
DATA_DIR.
Exit codes: 0 done, 1 refused or failed, 2 called wrongly`,
};
