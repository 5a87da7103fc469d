/** A mock behind HTTP servers of its own, one for each of its APIs. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { isLoopback } from "@bourse/kernel";

import { answerControl, isControlPath } from "./control.ts";
import { answerPreflight } from "./cross-origin.ts";
import { answerHttp } from "./http-answer.ts";
import { API_NAMES, openMock, type OpenedMock } from "./open-mock.ts";
import type { MockArguments } from "./read-arguments.ts";
import { acceptSockets } from "./sockets.ts";

/** A mock that answers over HTTP. */
export interface ServedMock {
  /** Base URL of each API by its name. */
  readonly urls: Readonly<Record<string, string>>;
  /** Value that the scenario handed out; undefined without one. */
  readonly handedOut: unknown;
  /** Ends all connections and stops the mock. */
  readonly close: () => Promise<void>;
}

/**
 * Serves the mock of a service.
 *
 * @throws MockError SCENARIO_UNKNOWN, KernelError OPTION_INVALID, and the system's error when it cannot listen
 */
export async function serveMock(given: MockArguments): Promise<ServedMock> {
  const names = API_NAMES[given.service];
  const opening = Promise.withResolvers<OpenedMock>();
  // Whoever waits for it learns of a failure by the end of the connection.
  opening.promise.catch(() => {});
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    for (const server of servers) await closeServer(server);
  };
  try {
    for (const [index] of names.entries()) {
      const port = given.port === 0 ? 0 : given.port + index;
      servers.push(await listen(serverOf(opening.promise, given), port, given.host));
    }
    const urls = servers.map((server) => urlOf(server, given.host));
    const mock = await openMock(given.service, urls, given);
    const handedOut =
      given.scenario === undefined ? undefined : await mock.scenario(given.scenario);
    opening.resolve(mock);
    return {
      urls: Object.fromEntries(names.map((name, index) => [name, urls[index] ?? ""])),
      handedOut,
      close: async () => {
        await mock.close();
        await close();
      },
    };
  } catch (error) {
    opening.reject(error);
    await close();
    throw error;
  }
}

/** Creates a server whose answers wait until the mock is open. */
function serverOf(opening: Promise<OpenedMock>, { service, host }: MockArguments): Server {
  const guarded = isLoopback(host);
  const server = createServer((request, response) => {
    if (answerPreflight(request, response, isControlPath(request.url))) return;
    void opening.then(
      (mock) => {
        const answer = answerControl(mock, service, request, guarded);
        return answerHttp(request, response, urlOf(server, host), answer ?? mock.fetch);
      },
      () => request.destroy(),
    );
  });
  acceptSockets(server, async () => (await opening).door);
  return server;
}

function listen(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}

/** An address that stands for all has no URL; callers on this machine reach it by the loopback one. */
function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
