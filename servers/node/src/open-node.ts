/** The node below its APIs, alone with its files or one of several over a database. */

import { meterStore } from "@bourse/http";
import { systemClock, type Store } from "@bourse/kernel";
import { lockFile, makeFolder } from "@bourse/kernel/files";
import {
  checkCompliance,
  createEventBus,
  logEventFault,
  storeCollections,
} from "@bourse/node-core";
import { homeOf, layoutOf, type Layout } from "@bourse/node-core/files";
import { hostAlone, shareNode, type NodeHost } from "@bourse/node-core/writer";
import { openStore, openWriterElection, withoutPassword } from "@bourse/store";

import { createDevelopmentStarter } from "./chain/open-development-chain.ts";
import { composeNode } from "./compose-node.ts";
import type { NodeSources } from "./node-sources.ts";
import { openPinnedIdentity, openStandbyIdentity } from "./pinned-identity.ts";
import { sharedStoreUrl, STORE_SCHEMA } from "./store-url.ts";

/** A node whose store is open. */
export interface OpenedNode {
  readonly host: NodeHost;
  readonly layout: Layout;
  /** Location of the data for people, without credentials. */
  readonly storeLocation: string;
}

/**
 * Opens every part and starts only the embedded chain; what has to be closed is pushed on `opened`.
 *
 * @throws StoreError STORE_LOCKED when another node has the data, STORE_CORRUPT when a document was changed or the
 * compliance records do not follow from each other, STORE_IO without the database; NodeError KEYSTORE_LOCKED,
 * KEYSTORE_INVALID; NodeServerError SETTINGS_CONFLICT
 */
export async function openNode(sources: NodeSources): Promise<OpenedNode> {
  const layout = layoutOf(sources.config.DATA_DIR);
  await makeFolder(layout.folder);
  const url = sharedStoreUrl(sources.config);
  if (url === undefined) {
    return { host: await openAlone(sources, layout), layout, storeLocation: layout.folder };
  }
  const storeLocation = withoutPassword(url);
  return { host: await openShared(sources, layout, url, storeLocation), layout, storeLocation };
}

/** A node with files of its own, which it keeps other processes away from. */
async function openAlone(sources: NodeSources, layout: Layout): Promise<NodeHost> {
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
  const events = createEventBus({ onError: logEventFault(logger) });
  const home = await homeOf(layout);
  const startDevelopment = createDevelopmentStarter(config, layout, logger, opened);
  const term = { identity, store, events, home };
  return hostAlone(await composeNode(sources, startDevelopment, term, opened), opened);
}

/** One of several nodes over a PostgreSQL store; the folder of its files is its own. */
async function openShared(
  sources: NodeSources,
  layout: Layout,
  url: string,
  storeLocation: string,
): Promise<NodeHost> {
  const { config, logger, opened, metrics } = sources;
  const warn = (message: string): void => logger.warn({}, message);
  const open = (writerTerm: number | null): Promise<Store> =>
    openStore(url, {
      collections: storeCollections,
      schema: STORE_SCHEMA,
      poolSize: config.POOL_SIZE,
      processClock: systemClock,
      warn,
      writerTerm,
    });
  const lock = await lockFile(layout.lock);
  opened.push(async () => lock.release());
  const reader = await open(null);
  opened.push(() => reader.close());
  await checkCompliance(reader);
  const election = await openWriterElection(url, {
    schema: STORE_SCHEMA,
    onFault: (error) => logger.debug({ err: error }, "the writer's lock could not be asked for"),
  });
  opened.push(() => election.close());
  const startDevelopment = createDevelopmentStarter(config, layout, logger, opened);
  return shareNode({
    reader,
    election,
    openStore: async (writerTerm) => meterStore(await open(writerTerm), metrics),
    openIdentity: (store) => openPinnedIdentity(config, layout, store, warn),
    openStandbyIdentity: (store) => openStandbyIdentity(config, layout, store, warn),
    compose: (term, ending) => composeNode(sources, startDevelopment, term, ending),
    isChainShared: config.BLOCKCHAIN_URL.length > 0,
    storeLocation,
    logger,
    opened,
  });
}
