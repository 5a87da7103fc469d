/** A value that a page fetches when it is shown, and again when the login changes or the server is back. */

import type { AuthClient } from "@bourse/client/auth";
import { loaded, type Loaded } from "@bourse/ui";
import { useEffect, useMemo } from "preact/hooks";

import { call, epoch } from "./login.ts";

/** Makes a call with a client, such as that of the login. */
export type Run<Client> = <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>;

/** `identity` names what is fetched in the login: another one is another value. */
export function useLoaded<Value>(
  identity: string,
  fetchValue: (auth: AuthClient) => Promise<Value>,
): Loaded<Value> {
  return useLoadedBy(call, identity, fetchValue);
}

/** Fetches likewise with the client of `run`. */
export function useLoadedBy<Value, Client>(
  run: Run<Client>,
  identity: string,
  fetchValue: (client: Client) => Promise<Value>,
): Loaded<Value> {
  const list = useMemo(() => loaded(() => run(fetchValue)), [identity]);
  const { value: since } = epoch;
  useEffect(() => void list.refresh(), [list, since]);
  return list;
}
