// The guard of auth-core in a Hono app: 401 without credentials, 200 with a
// key that may deploy.
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import {
  authCollections,
  AuthError,
  createAuthCore,
  type Identity,
} from "@bourse/auth-core";
import { createMemoryStore } from "@bourse/kernel";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";

const store = createMemoryStore({ collections: authCollections });
const auth = await createAuthCore({
  store,
  masterKey: crypto.getRandomValues(new Uint8Array(32)),
});

const app = new Hono<{ Variables: { caller: Identity } }>();
app.use("/deploy", async (context, next) => {
  const [authorization, apiKey] = [
    context.req.header("authorization"),
    context.req.header("x-api-key"),
  ];
  const origin = { ip: getConnInfo(context).remote.address };
  context.set(
    "caller",
    await auth.guard.authorize({ authorization, apiKey }, "deploy", origin),
  );
  await next();
});
app.onError((error, context) => {
  if (!(error instanceof AuthError)) throw error;
  return context.json(
    { code: error.code },
    error.code === "FORBIDDEN" ? 403 : 401,
  );
});
app.get("/deploy", (context) =>
  context.json({ by: context.var.caller.method }),
);
const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
await once(server, "listening");

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
