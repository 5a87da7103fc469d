/** The node's store for a command while no node of this folder runs. */

import { createClosingStack, type Store } from "@bourse/kernel";
import {
  NodeServerError,
  sharedStoreUrl,
  STORE_SCHEMA,
  storeCollections,
} from "@bourse/server-node/parts";
import { checkStoreExists, openStore, openWriterElection } from "@bourse/store";

import type { NodeContext } from "./node-context.ts";
import { checkNodeExists } from "./node-exists.ts";

/** Options of {@link withStore}. */
export interface CommandStoreOptions {
  /** True to write: then no other node may be the writer of a store in a database. Default false. */
  readonly writes?: boolean;
  /** True to make a store where there is none. Default false. */
  readonly creates?: boolean;
}

/**
 * Runs `work` on the store and closes it.
 *
 * @throws NodeServerError SETTINGS_CONFLICT without a node; NODE_UNREACHABLE when another one is the writer; StoreError
 */
export async function withStore<Result>(
  { config, layout, stderr }: Pick<NodeContext, "config" | "layout" | "stderr">,
  { writes = false, creates = false }: CommandStoreOptions,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const opened = createClosingStack();
  const open = async (url: string, writerTerm?: number | null): Promise<Store> => {
    const store = await openStore(url, {
      collections: storeCollections,
      schema: STORE_SCHEMA,
      warn: stderr,
      ...(writerTerm === undefined ? {} : { writerTerm }),
    });
    opened.push(() => store.close());
    return store;
  };
  try {
    const url = sharedStoreUrl(config);
    if (url === undefined) {
      if (!creates) checkNodeExists(layout);
      return await work(await open(`sqlite:${layout.database}`));
    }
    if (!creates) await checkStoreExists(url, STORE_SCHEMA);
    const reader = await open(url, null);
    if (!writes) return await work(reader);
    const election = await openWriterElection(url, { schema: STORE_SCHEMA });
    opened.push(() => election.close());
    const term = await election.tryTake();
    if (term === undefined) throw notWriter();
    opened.push(() => term.end());
    return await work(await open(url, term.term));
  } finally {
    await opened.close();
  }
}

function notWriter(): NodeServerError {
  return new NodeServerError(
    "NODE_UNREACHABLE",
    "Another node is the writer of this store: run the command on its machine, or stop every node of this store first.",
  );
}
