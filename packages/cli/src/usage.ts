/** Text of `bourse --help`. */
export const USAGE = `Usage: bourse start SERVICE
       bourse SERVICE COMMAND ...
       bourse mock SERVICE ...
       bourse conformance SERVICE ...
       bourse store copy FROM TO
       bourse doctor
       bourse help [SERVICE]

Services
  auth         accounts, access tokens, API keys      http://127.0.0.1:3000
  curation     market drafts, review, public markets  http://127.0.0.1:3001
  backtest     backtests, candles, paper orders       http://127.0.0.1:3002
  node         encrypted data, paid for on a chain    http://127.0.0.1:8082

start        run a server; Ctrl-C ends it
mock         run a server that forgets everything, with faults on demand
conformance  test a server at a URL against its API
store        copy a whole store to another engine or file, or check it
doctor       say what is installed, what is in order, and what to do

--env-file PATH  settings from a file of NAME=value lines; may be repeated.
                 A variable that is set already wins
--version        print the version
--help           print this text; after a service, its own

Examples
  bourse start auth                     data in ./data, open to this machine only
  bourse start backtest --env-file production.env
  bourse auth users disable ada@example.com
  bourse node keys create feed share read
  bourse help backtest

Each service and tool is a package of its own, such as @bourse/server-auth;
bourse says which one to install when it is missing.
Settings are environment variables; each server's README lists them.
Exit codes: 0 done, 1 refused, failed or not installed, 2 called wrongly;
130 for a server that a second Ctrl-C ended at once`;
