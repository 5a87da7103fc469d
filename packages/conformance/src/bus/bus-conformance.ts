import { SUITE_SETTINGS, type BusConformanceSetup, type Fact } from "./harness.ts";
import { queueFacts } from "./queues.ts";
import { closingFacts, topicFacts } from "./topics.ts";

/**
 * Declares every fact that a bus engine has to keep, one test each, on a fresh bus each.
 *
 * Needs no test runner in particular; assertions are those of node:assert.
 */
export function busConformance(setup: BusConformanceSetup): void {
  const fact: Fact = (name, run) => {
    setup.test(name, async () => {
      const under = await setup.open(SUITE_SETTINGS);
      try {
        await run(under);
      } finally {
        await under.bus.close();
      }
    });
  };
  queueFacts(fact);
  topicFacts(fact);
  closingFacts(fact);
}
