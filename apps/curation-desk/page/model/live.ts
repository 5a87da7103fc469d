/** The curators' live feed: lists are read again when something happened, and the page says when it is not live. */

import type { CuratorEvent } from "@bourse/contract/curation";
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { explain } from "./explain.ts";
import { curatorEvents } from "./service.ts";

/** The state of the feed. */
export const feed = signal<"connecting" | "live" | "reconnecting" | "off">("connecting");

/** The problem with which the feed ended for good. */
export const feedProblem = signal<string | undefined>(undefined);

/** Wait in milliseconds after an event, so that many at once are one reading. */
const SETTLING_MILLISECONDS = 250;

/** Follows the feed while a part is shown; `onEvents` gets what came in, and nothing after a gap. */
export function useFeed(onEvents: (events: readonly CuratorEvent[]) => void): void {
  const heard = useRef(onEvents);
  heard.current = onEvents;
  useEffect(() => {
    const ending = new AbortController();
    let fresh: CuratorEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        heard.current(fresh);
        fresh = [];
      }, SETTLING_MILLISECONDS);
    };
    const follow = async (): Promise<void> => {
      const onReconnect = (): void => {
        feed.value = "reconnecting";
      };
      const events = curatorEvents({ signal: ending.signal, onReconnect, onGap: settle });
      feed.value = "live";
      for await (const event of events) {
        feed.value = "live";
        fresh.push(event);
        settle();
      }
    };
    follow().catch((error: unknown) => {
      if (ending.signal.aborted) return;
      feed.value = "off";
      feedProblem.value = explain(error);
    });
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, []);
}
