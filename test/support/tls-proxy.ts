/** A reverse proxy with TLS before a server on this machine, as operators put one there. */

import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer, request as httpsRequest, type RequestOptions } from "node:https";
import type { AddressInfo } from "node:net";
import type { ConnectionOptions } from "node:tls";

/** The header lines that a proxy adds; nginx's own default is `Host: $proxy_host` and nothing else. */
export type ProxyStyle =
  /** `proxy_pass http://127.0.0.1:3002;` and nothing else: over HTTP/1.0 before nginx 1.29.7. */
  | "bare"
  /**
   * The same from nginx 1.29.7 on, over HTTP/1.1: nothing tells its requests from those of a program on the machine.
   */
  | "kept"
  /** The lines that every guide to nginx shows: X-Real-IP, X-Forwarded-For, X-Forwarded-Proto; Host stays nginx's. */
  | "guide"
  /** RFC 7239. */
  | "forwarded"
  /** RFC 9110, section 7.6.3. */
  | "via";

interface ProxyAnswer {
  readonly status: number;
  readonly text: string;
}

export interface TlsProxy {
  /** Sends a request from outside, over TLS. */
  ask(method: string, path: string, more?: ProxyRequest): Promise<ProxyAnswer>;
  close(): Promise<void>;
}

interface ProxyRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Pre-shared keys in place of certificates: no private key lies in the repository. */
const TLS = { ciphers: "PSK", maxVersion: "TLSv1.2" } as const;
const PSK = Buffer.alloc(32, 7);

/** The address from which the callers come, as far as the proxy tells. */
const OUTSIDE = "203.0.113.9";

const ADDED: Readonly<Record<ProxyStyle, Readonly<Record<string, string>>>> = {
  bare: {},
  kept: {},
  guide: { "X-Real-IP": OUTSIDE, "X-Forwarded-For": OUTSIDE, "X-Forwarded-Proto": "https" },
  forwarded: { Forwarded: `for=${OUTSIDE};proto=https` },
  via: { Via: "1.1 proxy.example" },
};

/** Listens on a free port and passes everything on to the server at `target`. */
export async function startTlsProxy(target: string, style: ProxyStyle): Promise<TlsProxy> {
  const upstream = new URL(target);
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const passed = httpRequest({
      host: upstream.hostname,
      port: upstream.port,
      method: incoming.method,
      path: incoming.url,
      agent: false,
      headers: {
        ...passedHeaders(incoming),
        ...ADDED[style],
        Host: upstream.host,
        Connection: "close",
      },
    });
    // Node's client speaks HTTP/1.1 only; the first line is written over where nginx says 1.0.
    if (style === "bare") speakHttp10(passed);
    if (style === "kept") passed.removeHeader("Connection");
    passed.once("error", () => outgoing.destroy());
    passed.once("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  };
  const server = createServer({ ...TLS, pskCallback: () => PSK }, pass);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    ask: (method, path, { headers = {}, body } = {}) => {
      const text = body === undefined ? "" : JSON.stringify(body);
      return new Promise((resolve, reject) => {
        const options: RequestOptions & ConnectionOptions = {
          ...TLS,
          pskCallback: () => ({ psk: PSK, identity: "outside" }),
          checkServerIdentity: () => undefined,
          host: "127.0.0.1",
          port,
          method,
          path,
          agent: false,
          headers: {
            "Content-Type": "application/json",
            "Content-Length": String(Buffer.byteLength(text)),
            ...headers,
          },
        };
        const outgoing = httpsRequest(options, (answer) => {
          const pieces: Buffer[] = [];
          answer.on("data", (piece: Buffer) => pieces.push(piece));
          answer.once("error", reject);
          answer.once("end", () => {
            const received = Buffer.concat(pieces).toString("utf8");
            resolve({ status: answer.statusCode ?? 0, text: received });
          });
        });
        outgoing.once("error", reject);
        outgoing.end(text);
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The caller's own header lines, as it spelt them, but for those of its connection. */
function passedHeaders({ rawHeaders }: IncomingMessage): Record<string, string> {
  const passed: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (!/^(host|connection)$/i.test(name)) passed[name] = value;
  }
  return passed;
}

function speakHttp10(passed: ReturnType<typeof httpRequest>): void {
  passed.once("socket", (socket) => {
    const write = socket.write.bind(socket);
    socket.write = ((chunk: string | Buffer, ...rest: never[]) => {
      socket.write = write;
      const text = typeof chunk === "string" ? chunk : chunk.toString("latin1");
      return write(text.replace(" HTTP/1.1\r\n", " HTTP/1.0\r\n"), ...rest);
    }) as typeof socket.write;
  });
}
