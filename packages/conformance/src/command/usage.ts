/** Text of `bourse-conformance --help`. */
export const USAGE = `Tests a server at a URL against its API, in any language, and reports what differs.

Usage: bourse-conformance SERVICE --url URL [options]

SERVICE is auth, backtest, curation or node. The suite leaves accounts, jobs and
orders behind: give it a server that may be thrown away, with rate limits off.
At a node it waits where an answer is 429.

  --url URL         base URL of the server (node: --target names three)
  --target FILE     JSON with what the suite needs beyond a URL:
                    auth: {"operatorKey": …}, for the cases of the operator
                    curation: {"admin": {"email": …, "password": …}}
                    (an account with the role admin)
                    node: {"internal": {"baseUrl": …}, "external": …,
                    "dashboard": …, "apiKey": …, "address": …,
                    "recipient": …, "token": {"address": …, "abi": […]}}
                    apiKey has every scope; address is the node's wallet, of
                    GET /network/self; recipient is any other address; token
                    is the body of POST /tokens, an ERC-20 of which the wallet
                    has 2^60 units or more; an API takes "headers" beside its
                    "baseUrl", such as {"X-API-Key": …}
  --header "N: V"   header of every request; may be given again
  --prefix PATH     prefix of the paths of auth and curation, default /api/v1
  --only TEXT       cases whose name contains TEXT
  --report FILE     writes the outcome of every case as JSON
  --fuzz N          sends N random requests built from /openapi.json instead
  --differential N  sends N random requests to the server and to the mock of
                    its service (@bourse/mock, in this process), and compares
                    the answers; ends at the first difference. The server is
                    fresh and has these settings (auth, curation):
                    REGISTRATIONS_PER_HOUR=10000 LOGINS_PER_ACCOUNT=10000
                    LOGIN_FAILURES_PER_ACCOUNT=10000
                    LOGIN_FAILURES_PER_ADDRESS=10000
                    curation too: WRITES_PER_MINUTE=1000000;
                    backtest: DATA_PROVIDER=simulated, no API key
  --seed SEED       seed of the random requests, default 1
  --skip A,B        operation ids that are not called, such as logout
  --document URL    OpenAPI document, default /openapi.json of the server
  --help, --version

Exit codes: 0 all passed, 1 some failed, 2 called wrongly or not reachable.

  bourse-conformance backtest --url http://127.0.0.1:3002 --report report.json
  bourse-conformance auth --url http://127.0.0.1:3000 --only refresh
  bourse-conformance backtest --url http://127.0.0.1:3002 --fuzz 10000
  bourse-conformance auth --url http://127.0.0.1:3000 --differential 10000`;
