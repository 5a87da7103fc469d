/** A list of the service that is read page by page, as far as the reader wants. */

import { iterate, type ItemOf, type ListCall } from "@bourse/client";
import { useEffect, useRef, useState } from "preact/hooks";

import { epoch } from "./login.ts";
import type { Run } from "./use-loaded.ts";

export interface Pages<Item> {
  readonly rows: readonly Item[];
  readonly problem: string | undefined;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly more: () => void;
}

interface State<Item> extends Omit<Pages<Item>, "more"> {
  readonly identity: string;
}

/** `identity` names the list: another one begins anew. Each step reads `query.limit` rows. */
export function usePages<List extends ListCall, Client>(
  identity: string,
  listOf: (client: Client) => List,
  query: { readonly limit: number },
  run: Run<Client>,
): Pages<ItemOf<List>> {
  const whole = `${identity} ${epoch.value}`;
  const start: State<ItemOf<List>> = {
    identity: whole,
    rows: [],
    problem: undefined,
    hasMore: false,
    isLoading: true,
  };
  const [state, setState] = useState(start);
  const reader = useRef<AsyncIterator<ItemOf<List>>>(undefined);
  const read = async (isFirst: boolean): Promise<void> => {
    const put = (change: Partial<State<ItemOf<List>>>): void =>
      setState((now) =>
        isFirst || now.identity === whole ? { ...now, ...change, identity: whole } : now,
      );
    put(isFirst ? start : { isLoading: true });
    try {
      await run(async (client) => {
        if (isFirst) reader.current = iterate(listOf(client), { query } as never);
      });
      const { current } = reader;
      if (current === undefined) return;
      const rows: ItemOf<List>[] = [];
      while (rows.length < query.limit) {
        const next = await run(() => current.next());
        if (next.done === true) break;
        rows.push(next.value);
      }
      // A list that was asked for meanwhile has another reader.
      if (reader.current !== current) return;
      setState((now) => ({
        identity: whole,
        rows: isFirst ? rows : [...now.rows, ...rows],
        problem: undefined,
        hasMore: rows.length === query.limit,
        isLoading: false,
      }));
    } catch (error) {
      put({ problem: error instanceof Error ? error.message : String(error), isLoading: false });
    }
  };
  useEffect(() => {
    // One question for a word that is being typed.
    const timer = setTimeout(
      () => void read(true),
      state.rows.length === 0 ? 0 : TYPING_MILLISECONDS,
    );
    return () => clearTimeout(timer);
  }, [whole]);
  return { ...state, more: () => void read(false) };
}

const TYPING_MILLISECONDS = 250;
