// auth-core in an Express app: accounts from JSON bodies, and a route for
// callers whose key may deploy.
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import {
  authCollections,
  AuthError,
  createAuthCore,
  type AuthErrorCode,
  type Identity,
} from "@bourse/auth-core";
import { createMemoryStore } from "@bourse/kernel";
import express, {
  type ErrorRequestHandler,
  type RequestHandler,
} from "express";

const store = createMemoryStore({ collections: authCollections });
const auth = await createAuthCore({
  store,
  masterKey: crypto.getRandomValues(new Uint8Array(32)),
});

const mayDeploy: RequestHandler = async (request, response, next) => {
  const credentials = {
    authorization: request.get("authorization"),
    apiKey: request.get("x-api-key"),
  };
  const origin = { ip: request.ip, userAgent: request.get("user-agent") };
  response.locals["caller"] = await auth.guard.authorize(
    credentials,
    "deploy",
    origin,
  );
  next();
};
// Each code has a status: one that a later version adds does not compile
// without.
const statuses: Record<AuthErrorCode, number> = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  INVALID_CREDENTIALS: 401,
  TOKEN_EXPIRED: 401,
  INVALID_TOKEN: 401,
  INVALID_API_KEY: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  EMAIL_TAKEN: 409,
  CONFLICT: 409,
  LAST_OWNER: 409,
  REGISTRATION_CLOSED: 403,
  QUOTA_EXCEEDED: 409,
  RATE_LIMITED: 429,
  BUSY: 503,
  LINK_INVALID: 400,
  AUTHORIZATION_PENDING: 400,
  SLOW_DOWN: 400,
  EXPIRED_TOKEN: 400,
  ACCESS_DENIED: 400,
  DEVICE_LOGIN_UNAVAILABLE: 501,
  OIDC_UNAVAILABLE: 501,
  OIDC_CODE_INVALID: 400,
  OIDC_REFUSED: 403,
  PASSKEYS_UNAVAILABLE: 501,
  MAIL_UNAVAILABLE: 501,
  FACTOR_REQUIRED: 401,
  STEP_UP_REQUIRED: 403,
  CHALLENGE_INVALID: 400,
  WEBHOOKS_UNAVAILABLE: 501,
};
const refuse: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof AuthError)) return next(error);
  response
    .status(statuses[error.code])
    .json({ code: error.code, ...error.details });
};

const app = express();
app.post("/register", express.json(), async (request, response) => {
  // The core checks the body, whatever a stranger sends; `ip` is what it
  // counts registrations by.
  const origin = request.ip === undefined ? {} : { ip: request.ip };
  const { user } = await auth.accounts.register(request.body, origin);
  response.status(201).json({ email: user.email });
});
app.get("/deploy", mayDeploy, (_request, response) => {
  const { method } = response.locals["caller"] as Identity;
  response.json({ by: method });
});
app.use(refuse);
const server = app.listen(0, "127.0.0.1");
await once(server, "listening");

const { user } = await auth.accounts.register({
  email: "ada@example.com",
  password: "a long way",
});
const { key } = await auth.keys.create(user.id, {
  name: "ci",
  permissions: ["deploy"],
});
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const without: Record<string, string> = {};
for (const headers of [without, { "x-api-key": key }]) {
  const response = await fetch(`${url}/deploy`, {
    headers: { ...headers, connection: "close" },
  });
  console.log(response.status, await response.text());
}
const headers = { "content-type": "application/json", connection: "close" };
const bob = { email: "bob@example.com", password: "a longer way" };
for (const sent of [null, "{}", '{"email":5}', JSON.stringify(bob)]) {
  const response = await fetch(`${url}/register`, {
    method: "POST",
    headers,
    body: sent,
  });
  console.log(response.status, await response.text());
}
server.close();
