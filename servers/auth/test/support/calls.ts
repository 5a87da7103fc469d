/** Plain HTTP calls: what a test sees is what any program in any language sees. */

type Fields = Record<string, unknown>;

export interface Answer<Data = Fields> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Data of a success; a failure has none. */
  readonly data: Data;
  /** The `error` of a failure. */
  readonly error:
    | {
        readonly code: string;
        readonly message: string;
        readonly details?: readonly { readonly path: string; readonly message: string }[];
      }
    | undefined;
}

interface CallOptions {
  /** A string goes as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly token?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Calls {
  readonly url: string;
  /** A path without a slash at its start is below `/api/v1/`. */
  call<Data = Fields>(method: string, path: string, options?: CallOptions): Promise<Answer<Data>>;
  get<Data = Fields>(path: string, options?: CallOptions): Promise<Answer<Data>>;
  post<Data = Fields>(path: string, body: unknown, options?: CallOptions): Promise<Answer<Data>>;
  delete<Data = Fields>(path: string, options?: CallOptions): Promise<Answer<Data>>;
}

export function callsTo(url: string): Calls {
  const call = async <Data>(
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer<Data>> => {
    const { body, token, key } = options;
    const headers = {
      // An idle connection would make every test's drain wait for it.
      connection: "close",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { "x-api-key": key }),
      ...options.headers,
    };
    const response = await fetch(new URL(path, `${url}/api/v1/`), {
      method,
      headers,
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    const parsed = (isJson ? JSON.parse(text) : {}) as Pick<Answer<Data>, "data" | "error">;
    return {
      status: response.status,
      headers: response.headers,
      text,
      data: parsed.data,
      error: parsed.error,
    };
  };
  return {
    url,
    call,
    get: (path, options) => call("GET", path, options),
    post: (path, body, options) => call("POST", path, { ...options, body }),
    delete: (path, options) => call("DELETE", path, options),
  };
}

export const PASSWORD = "correct horse battery";

export interface SignedUp {
  readonly email: string;
  readonly id: string;
  readonly token: string;
  readonly refreshToken: string;
}

let registered = 0;

/** A fresh account, logged in. */
export async function signUp(
  server: Calls,
  email = `user${(registered += 1)}@example.com`,
): Promise<SignedUp> {
  const { data, status, text } = await server.post<{
    readonly user: { readonly id: string };
    readonly token: string;
    readonly refreshToken: string;
  }>("auth/register", { email, password: PASSWORD });
  if (status !== 201) throw new Error(`registering failed: ${text}`);
  return { email, id: data.user.id, token: data.token, refreshToken: data.refreshToken };
}

/** A key with `permissions`, made by `token`. */
export async function makeKey(
  server: Calls,
  token: string,
  permissions: readonly string[],
  more: object = {},
): Promise<{ readonly id: string; readonly key: string }> {
  const body = { name: "a key", permissions, ...more };
  type Made = { readonly id: string; readonly key: string };
  const { data, status, text } = await server.post<Made>("auth/api-keys", body, { token });
  if (status !== 201) throw new Error(`making a key failed: ${text}`);
  return { id: data.id, key: data.key };
}
