// The guard of auth-core in an Express app: 401 without credentials, 200 with a key that may deploy.
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { authCollections, AuthError, createAuthCore, type Identity } from "@bourse/auth-core";
import { createMemoryStore } from "@bourse/kernel";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";

const store = createMemoryStore({ collections: authCollections });
const auth = await createAuthCore({ store, masterKey: crypto.getRandomValues(new Uint8Array(32)) });

const mayDeploy: RequestHandler = async (request, response, next) => {
  const credentials = {
    authorization: request.get("authorization"),
    apiKey: request.get("x-api-key"),
  };
  response.locals["caller"] = await auth.guard.authorize(credentials, "deploy");
  next();
};
const refuse: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof AuthError)) return next(error);
  response.status(error.code === "FORBIDDEN" ? 403 : 401).json({ code: error.code });
};

const app = express();
app.get("/deploy", mayDeploy, (_request, response) => {
  const { method } = response.locals["caller"] as Identity;
  response.json({ by: method });
});
app.use(refuse);
const server = app.listen(0, "127.0.0.1");
await once(server, "listening");

const { user } = await auth.accounts.register({ email: "ada@example.com", password: "a long way" });
const { key } = await auth.keys.create(user.id, { name: "ci", permissions: ["deploy"] });
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/deploy`;
for (const headers of [{}, { "x-api-key": key }]) {
  const response = await fetch(url, { headers: { ...headers, connection: "close" } });
  console.log(response.status, await response.text());
}
server.close();
