/** The long tests that take turns in continuous integration: each commit runs half of them, drawn by its hash. */

/** Files that take more than a minute, the longest first. */
export const TAKE_TURNS = [
  "test/outside-apps.long.test.ts",
  "test/fresh-clone.long.test.ts",
  "test/docs.long.test.ts",
  "packages/trading-core/test/threads/strategy-processes.long.test.ts",
  "test/conformance-command.long.test.ts",
  "test/image.long.test.ts",
  "test/commands.long.test.ts",
  "test/world-exchange.long.test.ts",
  "test/one-service.long.test.ts",
  "test/outside-app.long.test.ts",
  "servers/auth/test/access-console.long.test.ts",
  "test/postgres/servers.long.test.ts",
  "servers/backtest/test/studio.long.test.ts",
  "test/postgres/upgrade.long.test.ts",
  "servers/backtest/test/cluster.long.test.ts",
  "servers/backtest/test/studio-measures.long.test.ts",
  "servers/auth/test/console-states.long.test.ts",
  "packages/client/test/declarations.long.test.ts",
  "test/foreign-tools/prism.long.test.ts",
  "test/postgres/connections-and-clocks.long.test.ts",
  "servers/backtest/test/bus-outages.long.test.ts",
  "servers/backtest/test/harmful-strategies.long.test.ts",
  "servers/backtest/test/killed-sweeps.long.test.ts",
  "servers/curation/test/desk-queue.long.test.ts",
  "servers/backtest/test/studio-list.long.test.ts",
  "packages/client/test/type-cost.long.test.ts",
  "test/platforms.long.test.ts",
  "packages/trading-core/test/sessions/replay-day.long.test.ts",
  "servers/node/test/postgres.long.test.ts",
  "packages/client/test/hover-examples.long.test.ts",
  "packages/mock/test/install-size.long.test.ts",
  "servers/curation/test/desk-states.long.test.ts",
  "servers/node/test/dashboard-page.long.test.ts",
  "packages/adapters/bus-nats/test/conformance.long.test.ts",
  "packages/cli/test/backtest/every-flag.long.test.ts",
  "servers/node/test/standby.long.test.ts",
  "servers/curation/test/desk-scale.long.test.ts",
  "servers/backtest/test/studio-scale.long.test.ts",
];

/** The files that a commit leaves to others. The sequence A B B A gives both halves about the same length. */
export function leftToOthers(seed) {
  const turn = seed % 2;
  return TAKE_TURNS.filter((_, index) => (index % 4 === 1 || index % 4 === 2 ? 1 : 0) !== turn);
}
