// The guard of auth-core in a Fastify app: 401 without credentials, 200
// with a key that may deploy.
import {
  authCollections,
  AuthError,
  createAuthCore,
} from "@bourse/auth-core";
import { createMemoryStore } from "@bourse/kernel";
import fastify from "fastify";

const store = createMemoryStore({ collections: authCollections });
const auth = await createAuthCore({
  store,
  masterKey: crypto.getRandomValues(new Uint8Array(32)),
});

const app = fastify();
app.get("/deploy", async ({ headers, ip }) => {
  const credentials = {
    authorization: headers.authorization,
    apiKey: headers["x-api-key"]?.toString(),
  };
  const caller = await auth.guard.authorize(credentials, "deploy", { ip });
  return { by: caller.method };
});
app.setErrorHandler((error, _request, reply) => {
  if (!(error instanceof AuthError)) throw error;
  return reply
    .code(error.code === "FORBIDDEN" ? 403 : 401)
    .send({ code: error.code });
});
const url = await app.listen({ host: "127.0.0.1", port: 0 });

const { user } = await auth.accounts.register({
  email: "ada@example.com",
  password: "a long way",
});
const { key } = await auth.keys.create(user.id, {
  name: "ci",
  permissions: ["deploy"],
});
const without: Record<string, string> = {};
for (const headers of [without, { "x-api-key": key }]) {
  const response = await fetch(`${url}/deploy`, {
    headers: { ...headers, connection: "close" },
  });
  console.log(response.status, await response.text());
}
await app.close();
