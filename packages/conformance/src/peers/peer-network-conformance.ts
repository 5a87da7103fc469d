import { functionOption, resolveOptions } from "@bourse/kernel";

import { announcementFacts } from "./announcement-facts.ts";
import { connectionFacts } from "./connection-facts.ts";
import { dialFacts } from "./dial-facts.ts";
import { World, type PeerFact, type PeerNetworkConformanceSetup } from "./harness.ts";
import { laterAnnouncementFacts } from "./later-announcement-facts.ts";
import { shareAnswerFacts } from "./share-answer-facts.ts";
import { shareSenderFacts } from "./share-sender-facts.ts";
import { stopFacts } from "./stop-facts.ts";

const FACTS: readonly PeerFact[] = [
  ...connectionFacts,
  ...stopFacts,
  ...dialFacts,
  ...shareAnswerFacts,
  ...shareSenderFacts,
  ...announcementFacts,
  ...laterAnnouncementFacts,
];

/**
 * Declares every fact that an engine of the peer network has to keep, one test each.
 *
 * Needs no test runner in particular; assertions are those of node:assert. An engine over sockets takes some seconds.
 *
 * @throws KernelError OPTION_INVALID
 */
export function peerNetworkConformance(setup: PeerNetworkConformanceSetup): void {
  const { test, create } = resolveOptions<PeerNetworkConformanceSetup>(
    "peerNetworkConformance",
    setup,
    { test: functionOption(), create: functionOption() },
  );
  for (const { name, run } of FACTS) {
    test(name, async () => {
      const world = new World(create);
      try {
        await run(world);
      } finally {
        await world.end();
      }
    });
  }
}
