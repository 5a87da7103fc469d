/** Calls every route of a running server without a proof, and with what is none. */

/** A route, as far as a stranger's call needs it. */
export interface ProbedRoute {
  readonly definition: { readonly method: string; readonly path: string; readonly body?: unknown };
}

/** Headers that prove nothing: names, addresses and credentials that others have made up. */
export const FOREIGN_PROOFS: readonly Readonly<Record<string, string>>[] = [
  {},
  { "X-Forwarded-For": "127.0.0.1", "X-Real-IP": "127.0.0.1", Forwarded: "for=127.0.0.1" },
  {
    "X-User": "admin",
    "X-Remote-User": "admin",
    "X-Email": "admin@example.com",
    From: "admin@example.com",
  },
  { Authorization: "Basic YWRtaW46YWRtaW4=" },
  { Authorization: "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9." },
  { "X-API-Key": "nk_a-key-that-somebody-made-up" },
  { Cookie: "bourse_node_session=a-session-that-somebody-made-up" },
];

/**
 * The status of a call whose path fits the template and whose body, where there is one, is `sent`. Default: an empty
 * object.
 */
export async function statusOf(
  base: string,
  { definition: { method, path, body } }: ProbedRoute,
  headers: Readonly<Record<string, string>>,
  sent: unknown = {},
): Promise<number> {
  const url = base + path.replace(/:\w+/g, "00000000-0000-4000-8000-000000000000");
  const response = await fetch(url, {
    method,
    headers: { connection: "close", "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(sent) }),
  });
  await response.body?.cancel();
  return response.status;
}
