/** Plain HTTP calls: what a test sees is what any program in any language sees. */

export interface Answer<Data> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON. */
  readonly data: Data;
}

interface CallOptions {
  /** A string goes as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Fields = Record<string, unknown>;

export interface Calls {
  readonly url: string;
  /** A path without a slash at its start is below `/api/v1/`. */
  call<Data = Fields>(method: string, path: string, options?: CallOptions): Promise<Answer<Data>>;
  get<Data = Fields>(path: string, token?: string): Promise<Answer<Data>>;
  post<Data = Fields>(path: string, token?: string, body?: unknown): Promise<Answer<Data>>;
}

export function callsTo(url: string): Calls {
  const call = async <Data>(
    method: string,
    path: string,
    { body, token, headers }: CallOptions = {},
  ): Promise<Answer<Data>> => {
    const response = await fetch(new URL(path, `${url}/api/v1/`), {
      method,
      headers: {
        // An idle connection would make every test's drain wait for it.
        connection: "close",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    const data = (isJson ? JSON.parse(text) : null) as Data;
    return { status: response.status, headers: response.headers, text, data };
  };
  return {
    url,
    call,
    get: (path, token) => call("GET", path, { token }),
    post: (path, token, body) => call("POST", path, { token, body }),
  };
}
