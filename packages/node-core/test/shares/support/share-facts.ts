/** Facts that a node of the tests has stored and reported. */
import type { Collection, Entity, Store } from "@bourse/kernel";

import { receivedData } from "../../../src/inbox/received-document.ts";
import { outgoingEnvelopes, ownData, shareDocuments } from "../../../src/shares/share-document.ts";
import type { ShareNode } from "./share-world.ts";

/** Returns the data of every event of one type. */
export const eventsOf = ({ told }: ShareNode, type: string): object[] =>
  told.filter((event) => event.type === type).map(({ data }) => data);

/** Returns the status of the newest share. */
export async function statusOf(node: ShareNode): Promise<string | undefined> {
  return (await node.shares.list()).shares[0]?.status;
}

/** Returns the number of documents in each collection of shares. */
export async function countsOf(store: Store): Promise<Record<string, number>> {
  const count = async (collection: Collection<Entity>) => [
    collection.name,
    await store.count(collection),
  ];
  return Object.fromEntries(
    await Promise.all([shareDocuments, ownData, outgoingEnvelopes, receivedData].map(count)),
  );
}
