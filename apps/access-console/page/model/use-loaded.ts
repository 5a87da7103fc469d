/** A value that a page fetches when it is shown, and again when the login changes or the server is back. */

import type { AuthClient } from "@bourse/client/auth";
import { loaded, type Loaded } from "@bourse/ui";
import { useEffect, useMemo } from "preact/hooks";

import { call, epoch } from "./login.ts";

/** `identity` names what is fetched: another one is another value. */
export function useLoaded<Value>(
  identity: string,
  fetchValue: (auth: AuthClient) => Promise<Value>,
): Loaded<Value> {
  const list = useMemo(() => loaded(() => call(fetchValue)), [identity]);
  const { value: since } = epoch;
  useEffect(() => void list.refresh(), [list, since]);
  return list;
}
