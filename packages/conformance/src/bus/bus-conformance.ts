import { manyTurns, MAX_WAITING, type BusConformanceSetup, type Fact } from "./harness.ts";
import { queueFacts } from "./queues.ts";
import { requestFacts } from "./requests.ts";
import { closingFacts, topicFacts } from "./topics.ts";

/**
 * Declares every fact that a bus engine has to keep, one test each, on a fresh bus each.
 *
 * Needs no test runner in particular; assertions are those of node:assert.
 */
export function busConformance(setup: BusConformanceSetup): void {
  const fact: Fact = (name, run) => {
    setup.test(name, async () => {
      const { leaseMilliseconds = 100 } = setup;
      const redeliveryDelayMilliseconds = leaseMilliseconds / 2;
      const under = await setup.open({ maxWaiting: MAX_WAITING, redeliveryDelayMilliseconds });
      const { bus, pass, another, settle = manyTurns } = under;
      const other = (await another?.()) ?? bus;
      const times = { leaseMilliseconds, redeliveryDelayMilliseconds };
      try {
        await run({ bus, other, pass, settle, ...times });
      } finally {
        await Promise.all([bus.close(), other.close()]);
      }
    });
  };
  queueFacts(fact);
  topicFacts(fact);
  requestFacts(fact);
  closingFacts(fact);
}
