import type { FindQuery, StoreReader } from "@bourse/kernel";

import { toAddress } from "../address.ts";
import { NodeError } from "../errors.ts";
import { findPage } from "../internal/find-page.ts";
import type { ReceivedPage, ReceivedQuery } from "./port.ts";
import { receivedData } from "./received-document.ts";

const MOST_ROWS = 1000;

/** See `Inbox.list`. */
export async function listReceived(
  store: StoreReader,
  { limit = 100, cursor, ...filter }: ReceivedQuery,
): Promise<ReceivedPage> {
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MOST_ROWS) {
    throw new NodeError(
      "VALIDATION_ERROR",
      `limit: expected a whole number from 1 to ${MOST_ROWS}, found ${limit}.`,
      { details: { field: "limit" } },
    );
  }
  const scan = scanOf(filter);
  const [page, total] = await Promise.all([
    findPage(store, receivedData, {
      ...scan,
      order: "desc",
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    }),
    store.count(receivedData, scan),
  ]);
  return { received: page.items.map(({ value }) => value), total, next: page.next };
}

function scanOf({
  sender,
  verified,
}: Pick<ReceivedQuery, "sender" | "verified">): Pick<
  FindQuery<"by_time" | "by_sender" | "by_verified" | "by_sender_verified">,
  "index" | "equals"
> {
  const from = sender === undefined ? undefined : toAddress(sender, "sender");
  if (from === undefined) {
    return verified === undefined
      ? { index: "by_time" }
      : { index: "by_verified", equals: [verified] };
  }
  return verified === undefined
    ? { index: "by_sender", equals: [from] }
    : { index: "by_sender_verified", equals: [from, verified] };
}
