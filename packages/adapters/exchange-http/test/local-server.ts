import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach } from "vitest";

interface LocalServer {
  /** Serves until the test ends; resolves to an address on it. */
  (listener: RequestListener): Promise<URL>;
  stop(): Promise<void>;
}

/** A real server on a free port, for the tests of the file that calls it. */
export function localServer(): LocalServer {
  let running: Server | undefined;
  async function stop(): Promise<void> {
    const server = running;
    running = undefined;
    server?.closeAllConnections();
    if (server !== undefined) await new Promise((resolve) => server.close(resolve));
  }
  afterEach(stop);
  async function serve(listener: RequestListener): Promise<URL> {
    const server = createServer(listener);
    running = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/candles`);
  }
  return Object.assign(serve, { stop });
}
