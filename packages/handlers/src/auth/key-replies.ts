/** The lists of API keys and of the figures of their use, in each of their views. */

import type { ApiKeys } from "@bourse/auth-core";
import type { PageReply } from "@bourse/contract";
import type {
  ApiKeyDetail,
  ApiKeyItem,
  ApiKeyQuery,
  KeyUsage,
  KeyUsageQuery,
} from "@bourse/contract/auth";

import { listReply } from "../paging/list-reply.ts";
import { listOptions } from "./list-options.ts";
import { wireKey, wireKeyItem, wireKeyUsage } from "./wire/api-keys.ts";

/** The keys of an owner: all in short, or a page of the view that is asked for. @throws AuthError, StoreError */
export async function keysReply(
  keys: Pick<ApiKeys<string>, "list" | "page">,
  userId: string,
  query: ApiKeyQuery,
): Promise<PageReply<(ApiKeyItem | ApiKeyDetail)[]>> {
  const { view, organizationId, q, status } = query;
  if (view === undefined) {
    const items = await keys.list(userId, { organizationId });
    return listReply({ items, next: null }, wireKeyItem);
  }
  const options = { ...listOptions(query), organizationId, q, status };
  return listReply(await keys.page(userId, options), wireKey);
}

/** The use of a key: a page by hour and route, or all sums. @throws AuthError, StoreError */
export async function usageReply(
  keys: Pick<ApiKeys<string>, "usage" | "usageSums">,
  userId: string,
  id: string,
  query: KeyUsageQuery,
): Promise<PageReply<KeyUsage[]>> {
  const { per, from } = query;
  if (per === undefined) {
    return listReply(await keys.usage(userId, id, listOptions(query)), wireKeyUsage);
  }
  const sums = { per, ...(from === undefined ? {} : { from: Date.parse(from) }) };
  return listReply({ items: await keys.usageSums(userId, id, sums), next: null }, wireKeyUsage);
}
