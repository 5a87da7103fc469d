// The guard of auth-core on plain node:http: 401 without credentials, 200
// with a key that may deploy.
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

import {
  authCollections,
  AuthError,
  createAuthCore,
} from "@bourse/auth-core";
import { createMemoryStore } from "@bourse/kernel";

const store = createMemoryStore({ collections: authCollections });
const auth = await createAuthCore({
  store,
  masterKey: crypto.getRandomValues(new Uint8Array(32)),
});

async function answer({
  headers,
  socket,
}: IncomingMessage): Promise<[number, object]> {
  try {
    const apiKey = headers["x-api-key"]?.toString();
    const { authorization } = headers;
    const caller = await auth.guard.authorize(
      { authorization, apiKey },
      "deploy",
      {
        ip: socket.remoteAddress,
      },
    );
    return [200, { by: caller.method }];
  } catch (error) {
    if (!(error instanceof AuthError))
      return [500, { code: "INTERNAL_ERROR" }];
    return [error.code === "FORBIDDEN" ? 403 : 401, { code: error.code }];
  }
}
const server = createServer((request, response) => {
  void answer(request).then(([status, body]) => {
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify(body));
  });
});
await once(server.listen(0, "127.0.0.1"), "listening");

const { user } = await auth.accounts.register({
  email: "ada@example.com",
  password: "a long way",
});
const { key } = await auth.keys.create(user.id, {
  name: "ci",
  permissions: ["deploy"],
});
const { port } = server.address() as AddressInfo;
const url = `http://127.0.0.1:${port}/deploy`;
const without: Record<string, string> = {};
for (const headers of [without, { "x-api-key": key }]) {
  const response = await fetch(url, {
    headers: { ...headers, connection: "close" },
  });
  console.log(response.status, await response.text());
}
server.close();
