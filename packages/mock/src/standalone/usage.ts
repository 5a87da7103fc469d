/** Help of `bourse-mock`. */
export const USAGE = `Usage: bourse-mock SERVICE [options]

Serves the mock of a service over HTTP on this machine, for programs in any language: the real rules
of the service on a store in memory, its event feeds included. Everything is gone when it stops.

Services: auth (port 3000), curation (3001), backtest (3002), node (8080, 8081 and 8082 for its
internal, external and dashboard API).

  --port N         port, 0 for any that is free; the node takes N and the two after it
  --host ADDRESS   address to listen on, default 127.0.0.1
  --public         allows an address that other machines reach; a mock protects nothing
  --scenario NAME  known state to begin with; prints what it hands out
  --seed N         seed of ids and data, default 1
  --now TIME       start time of the clock in ISO 8601, default 2026-01-01T00:00:00Z (not for node)
  --api-key KEY    key that callers must send; may be given several times (backtest, node)
  --operator-key KEY
                   key of the operator, 16 characters or more; opens the users (auth)
  --help, --version

It prints a line for each URL, then "ready", and stops at SIGTERM or Ctrl-C.

Tests control it over HTTP below /__mock, with JSON bodies:

  GET  /__mock            service, scenarios and operations
  POST /__mock/faults     {"operation": "login", "status": 503, "times": 1}; the node needs "api" too
  POST /__mock/scenario   {"name": "keys"}; answers with what the scenario hands out
  POST /__mock/reset      {}; forgets data, faults and recorded calls
  POST /__mock/clock      {"advance_milliseconds": 60000}; not for node, whose time is real
  GET  /__mock/calls      requests so far; ?operation=login for one
  POST /__mock/settled    {}; answers when no job runs (backtest)
  POST /__mock/admin-code {"email": "root@example.com"}; code that registers this admin (curation)

A page on any origin may call the mock's API; one of this machine, such as http://localhost:5173, may
control it too.

A fault has latency_milliseconds, network, malformed, status, code, retry_after_seconds and times.

Exit codes: 0 stopped as asked, 1 could not serve, 2 called wrongly`;
