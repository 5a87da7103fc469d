/** A listener on `/ws`, as a program has it. */

interface HeardEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly timestamp?: number;
}

export interface EventListener {
  /** All messages in the order of their coming. */
  readonly heard: readonly HeardEvent[];
  /** Close code of the socket; undefined while it is open. */
  readonly closed: () => { readonly code: number } | undefined;
  send(message: object): void;
  close(): void;
}

/** Resolves when the socket is open. */
export async function listenTo(dashboardUrl: string): Promise<EventListener> {
  const socket = new WebSocket(`${dashboardUrl.replace("http", "ws")}/ws`);
  const heard: HeardEvent[] = [];
  let closed: { readonly code: number } | undefined;
  socket.addEventListener("message", ({ data }) => {
    heard.push(JSON.parse(String(data)) as HeardEvent);
  });
  socket.addEventListener("close", ({ code }) => {
    closed = { code };
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("the socket was refused")), {
      once: true,
    });
  });
  return {
    heard,
    closed: () => closed,
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  };
}
