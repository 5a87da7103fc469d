/** Text that uses a new key, to paste into a program. */

interface Place {
  /** Origin of the server, such as `https://auth.example.com`. */
  readonly origin: string;
  /** Prefix of its API, such as `/api/v1`. */
  readonly prefix: string;
}

/** Prefix that the client takes by itself. */
const DEFAULT_PREFIX = "/api/v1";

export const SNIPPETS = {
  curl: (key: string, { origin, prefix }: Place) =>
    `curl --header 'X-API-Key: ${key}' '${origin}${prefix}/auth/me'`,
  TypeScript: (key: string, { origin, prefix }: Place) =>
    [
      `import { createAuthClient } from "@bourse/client/auth";`,
      ``,
      `const client = createAuthClient({`,
      `  baseUrl: ${JSON.stringify(origin)},`,
      ...(prefix === DEFAULT_PREFIX ? [] : [`  prefix: ${JSON.stringify(prefix)},`]),
      `  apiKey: ${JSON.stringify(key)},`,
      `});`,
      `console.log(await client.me());`,
    ].join("\n"),
  environment: (key: string) => `BOURSE_API_KEY=${key}`,
} as const;

export type SnippetName = keyof typeof SNIPPETS;
