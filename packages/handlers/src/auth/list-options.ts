/** The page that a request asks for, in the core's terms. */

import type { ListOptions } from "@bourse/auth-core";

/** Options without members that are undefined. */
export function listOptions({
  limit,
  cursor,
}: {
  readonly limit: number;
  readonly cursor?: string | undefined;
}): ListOptions {
  return cursor === undefined ? { limit } : { limit, cursor };
}
