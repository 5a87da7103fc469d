/** A program that follows the events of whichever node is the writer, and resumes after the last one that it heard. */

export interface FeedFollower {
  /** Ids of the events in the order of their coming. */
  readonly ids: readonly string[];
  /** Number of connections that began with a gap. */
  readonly gaps: () => number;
  close(): void;
}

const RETRY_MILLISECONDS = 50;

/** Follows the first of `dashboards` that lets it in, and another one when that ends. */
export function followFeed(dashboards: readonly string[]): FeedFollower {
  const ids: string[] = [];
  let gaps = 0;
  let isClosed = false;
  let socket: WebSocket | undefined;
  const connect = (turn: number): void => {
    if (isClosed) return;
    const url = (dashboards[turn % dashboards.length] ?? "").replace("http", "ws");
    const since = ids.at(-1);
    const query = since === undefined ? "" : `?since=${encodeURIComponent(since)}`;
    socket = new WebSocket(`${url}/ws${query}`, ["bourse.events.v1"]);
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(String(data)) as {
        readonly id?: string;
        readonly gap?: boolean;
        readonly data?: { readonly gap?: boolean };
      };
      if (message.gap === true || message.data?.gap === true) gaps++;
      if (message.id !== undefined) ids.push(message.id);
    });
    const again = (): void => void setTimeout(() => connect(turn + 1), RETRY_MILLISECONDS);
    socket.addEventListener("close", again, { once: true });
    socket.addEventListener("error", () => undefined);
  };
  connect(0);
  return {
    ids,
    gaps: () => gaps,
    close: () => {
      isClosed = true;
      socket?.close();
    },
  };
}
