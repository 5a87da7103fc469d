/** Lists of accounts for admins. */

import { invalid } from "../invalid.ts";
import { cursorInvalid } from "../page-cursor.ts";
import { type PageOf, type PageQuery, limitOf, pageOf } from "../page.ts";
import { userView, users } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import { type FindUsersParts, findExactly } from "./find-users.ts";

const MAX_SEARCH = 254;

/** A page of all accounts or of those that `search` finds. @throws CurationError VALIDATION_ERROR, CURSOR_INVALID */
export async function listUsers(
  parts: FindUsersParts,
  query: PageQuery & { readonly search?: string },
): Promise<PageOf<User>> {
  const { store } = parts;
  const { cursor } = query;
  const search = query.search?.trim() ?? "";
  const page = { limit: limitOf(query), ...(cursor === undefined ? {} : { cursor }) };
  if (search === "") {
    const newest = { index: "by_created", order: "desc", ...page } as const;
    return await pageOf(store.find(users, newest), userView);
  }
  if (Array.from(search).length > MAX_SEARCH) {
    throw invalid(["query", "search"], `must have at most ${MAX_SEARCH} characters`, "string");
  }
  const found = await findExactly(parts, search);
  // One account, and so no page that a cursor could lead to.
  if (found.length > 0 && cursor !== undefined) throw cursorInvalid();
  if (found.length > 0) return { items: found.map(userView), next: null };
  const key = search.toLowerCase();
  const range = { gte: key, lt: `${key}\uffff` };
  return await pageOf(store.find(users, { index: "by_username", range, ...page }), userView);
}
