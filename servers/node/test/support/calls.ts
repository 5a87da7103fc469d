/** Plain HTTP calls: what a test sees is what any program in any language sees. */

import { request } from "node:http";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  /** The body as JSON; empty where it is none. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface CallOptions {
  /** A string goes as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request on a connection of its own, with the names of headers as they are written here. */
export function call(
  method: string,
  url: string,
  { body, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      agent: false,
      headers: {
        ...(text === undefined
          ? {}
          : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
        ...headers,
      },
    });
    outgoing.once("error", reject);
    outgoing.once("response", (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.once("error", reject);
      response.once("end", () => {
        const answered = Buffer.concat(pieces).toString("utf8");
        const isJson = response.headers["content-type"]?.startsWith("application/json") === true;
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: answered,
          data: (isJson ? JSON.parse(answered) : {}) as Answer["data"],
        });
      });
    });
    outgoing.end(text);
  });
}
