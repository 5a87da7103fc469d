import { announcementFacts } from "./announcement-facts.ts";
import { World, type Fact, type PeerNetworkConformanceSetup } from "./harness.ts";
import { linkFacts } from "./link-facts.ts";
import { shareFacts } from "./share-facts.ts";

/**
 * Declares every fact that an engine of the peer network has to keep, one test each.
 *
 * Needs no test runner in particular; assertions are those of node:assert. An engine over sockets takes some seconds.
 */
export function peerNetworkConformance(setup: PeerNetworkConformanceSetup): void {
  const fact: Fact = (name, run) => {
    setup.test(name, async () => {
      const world = new World(setup.create);
      try {
        await run(world);
      } finally {
        await world.end();
      }
    });
  };
  linkFacts(fact);
  shareFacts(fact);
  announcementFacts(fact);
}
