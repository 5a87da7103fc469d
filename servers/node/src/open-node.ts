/** The node below its APIs, alone with its files or one of several over a database. */

import { meterStore } from "@bourse/http";
import { makeFolder } from "@bourse/kernel/files";
import { checkCompliance, createEventBus } from "@bourse/node-core";
import { openStore } from "@bourse/store";

import { createDevelopmentStarter } from "./chain/open-development-chain.ts";
import { composeNode, storeCollections } from "./compose-node.ts";
import { homeOf, layoutOf, type Layout } from "./layout.ts";
import { eventFault, type HostSources, type NodeHost } from "./node-host.ts";
import { openPinnedIdentity } from "./pinned-identity.ts";
import { sharedStoreUrl } from "./store-url.ts";
import { openSharedNode } from "./writer/shared-node.ts";

/**
 * Opens every part and starts only the embedded chain; what has to be closed is pushed on `opened`.
 *
 * @throws StoreError STORE_LOCKED when another node has the data, STORE_CORRUPT when a document was changed or the
 * compliance records do not follow from each other, STORE_IO without the database; NodeError KEYSTORE_LOCKED,
 * KEYSTORE_INVALID; NodeServerError SETTINGS_CONFLICT
 */
export async function openNode(sources: HostSources): Promise<NodeHost> {
  const layout = layoutOf(sources.config.DATA_DIR);
  await makeFolder(layout.folder);
  const url = sharedStoreUrl(sources.config);
  return url === undefined ? openAlone(sources, layout) : openSharedNode(sources, layout, url);
}

/** A node with files of its own, which it keeps other processes away from. */
async function openAlone(sources: HostSources, layout: Layout): Promise<NodeHost> {
  const { config, logger, opened, metrics } = sources;
  const warn = (message: string): void => logger.warn({}, message);
  // The store comes first: its lock keeps a second process away from keys and chain too.
  const bare = await openStore(`sqlite:${layout.database}`, {
    collections: storeCollections,
    warn,
  });
  opened.push(() => bare.close());
  const store = meterStore(bare, metrics);
  await checkCompliance(store);
  const identity = await openPinnedIdentity(config, layout, store, warn);
  const events = createEventBus({ onError: eventFault(logger) });
  const home = await homeOf(layout);
  const startDevelopment = createDevelopmentStarter(config, layout, logger, opened);
  const composed = await composeNode(
    { ...sources, identity, store, events, home, startDevelopment },
    opened,
  );
  const { node } = composed;
  return {
    node,
    layout,
    storeLocation: layout.folder,
    isWriter: () => true,
    current: () => composed,
    start: async ({ prepare, began }) => {
      await prepare(node, true);
      opened.push(() => node.stop());
      await node.start();
      began(composed);
    },
    settled: async () => undefined,
    stop: () => node.stop(),
  };
}
