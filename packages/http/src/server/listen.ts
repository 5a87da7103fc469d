/** Binding a server to an address, with sentences for what commonly goes wrong. */

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import { HttpError, type HttpErrorCode } from "../errors.ts";
import { urlHost } from "./url-host.ts";

/** Address and port to listen on. */
export interface ListenOptions {
  /** An address or name of this machine. Default `127.0.0.1`: nobody outside can connect. */
  readonly host?: string;
  /** 0–65535; 0 takes a free one. Default 0. */
  readonly port?: number;
}

/** Address of a server that listens. */
export interface Listening {
  /** URL for callers on this machine, such as `http://127.0.0.1:3002`. */
  readonly url: string;
  /** Port that the server listens on. */
  readonly port: number;
}

/** Resolves when the server accepts connections. @throws HttpError as `listen` of the server says */
export async function bindServer(server: Server, host: string, port: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => reject(listenError(error, host, port));
    server.once("error", onError);
    server.listen({ host, port }, () => {
      server.off("error", onError);
      resolve();
    });
  });
  const bound = (server.address() as AddressInfo).port;
  return { url: `http://${urlHost(host)}:${bound}`, port: bound };
}

const CAUSES: Readonly<
  Record<string, readonly [HttpErrorCode, (host: string, port: number) => string]>
> = {
  EADDRINUSE: [
    "PORT_IN_USE",
    (host, port) =>
      `port ${port} of ${host} is taken by another process: stop that one or choose another port.`,
  ],
  EACCES: [
    "PORT_FORBIDDEN",
    (_, port) => `this user may not listen on port ${port}: choose one above 1023.`,
  ],
  EADDRNOTAVAIL: [
    "HOST_UNAVAILABLE",
    (host) => `${host} is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all of them.`,
  ],
  ENOTFOUND: [
    "HOST_UNAVAILABLE",
    (host) => `the host name ${host} can't be resolved: use an address such as 127.0.0.1.`,
  ],
};

function listenError(error: NodeJS.ErrnoException, host: string, port: number): HttpError {
  const known = CAUSES[error.code ?? ""];
  const details = { host, port };
  return known === undefined
    ? new HttpError("LISTEN_FAILED", `listening on ${host}, port ${port} failed.`, {
        details,
        cause: error,
      })
    : new HttpError(known[0], known[1](host, port), { details, cause: error });
}
