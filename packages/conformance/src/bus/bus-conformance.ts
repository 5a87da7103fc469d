import { functionOption, numberOption, resolveOptions } from "@bourse/kernel";

import { closingFacts } from "./closing.ts";
import { manyTurns, MAX_WAITING, type BusConformanceSetup, type BusFact } from "./harness.ts";
import { concurrencyFacts } from "./queues/concurrency.ts";
import { deadLetterFacts } from "./queues/dead-letters.ts";
import { leaseFacts } from "./queues/leases.ts";
import { messageOrderFacts } from "./queues/message-order.ts";
import { payloadFacts } from "./queues/payloads.ts";
import { rejectedMessageFacts } from "./queues/rejected-messages.ts";
import { removedDeadLetterFacts } from "./queues/removed-dead-letters.ts";
import { stoppingConsumerFacts } from "./queues/stopping-consumers.ts";
import { answerFacts } from "./requests/answers.ts";
import { longRequestFacts } from "./requests/long-requests.ts";
import { topicFacts } from "./topics.ts";

const FACTS: readonly BusFact[] = [
  ...messageOrderFacts,
  ...rejectedMessageFacts,
  ...leaseFacts,
  ...concurrencyFacts,
  ...stoppingConsumerFacts,
  ...deadLetterFacts,
  ...removedDeadLetterFacts,
  ...payloadFacts,
  ...topicFacts,
  ...answerFacts,
  ...longRequestFacts,
  ...closingFacts,
];

/**
 * Declares every fact that a bus engine has to keep, one test each, on a fresh bus each.
 *
 * Needs no test runner in particular; assertions are those of node:assert.
 *
 * @throws KernelError OPTION_INVALID
 */
export function busConformance(setup: BusConformanceSetup): void {
  const { test, open, leaseMilliseconds } = resolveOptions<Required<BusConformanceSetup>>(
    "busConformance",
    setup,
    {
      test: functionOption(),
      open: functionOption(),
      leaseMilliseconds: numberOption({ above: 0, default: 100 }),
    },
  );
  const redeliveryDelayMilliseconds = leaseMilliseconds / 2;
  for (const { name, run } of FACTS) {
    test(name, async () => {
      const under = await open({ maxWaiting: MAX_WAITING, redeliveryDelayMilliseconds });
      const { bus, pass, another, settle = manyTurns } = under;
      const other = (await another?.()) ?? bus;
      const times = { leaseMilliseconds, redeliveryDelayMilliseconds };
      try {
        await run({ bus, other, pass, settle, ...times });
      } finally {
        await Promise.all([bus.close(), other.close()]);
      }
    });
  }
}
