// Calls a running server with the typed client: an account, a key for a
// deployment service, and what a wrong call says. The server runs in this
// process here; for one that runs elsewhere, only `baseUrl` is another.
import { createAuthClient } from "@bourse/client/auth";
import { readEnvironment } from "@bourse/http";
import { authEnvironment, startAuthServer } from "@bourse/server-auth";

const settings = { AUTH_PORT: "0", AUTH_STORE_URL: "memory:" };
const server = await startAuthServer(
  readEnvironment(authEnvironment, settings),
);
const baseUrl = server.url;

const auth = createAuthClient({ baseUrl });
const email = "ada@example.com";
const { user } = await auth.register({
  body: { email, password: "a long way to the sea" },
});
console.log("registered", user.email);

const { key, permissions } = await auth.createApiKey({
  body: { name: "ci", permissions: ["deploy"] },
});
console.log("key", `${key.slice(0, 4)}…`, permissions);

const deployer = createAuthClient({ baseUrl, apiKey: key });
const answer = await deployer.listApiKeys.safe();
console.log(answer.ok ? "allowed" : answer.error.code);

const refused = await auth.createApiKey.safe({
  body: { name: "", permissions: ["deploy"] },
});
console.log(refused.ok ? "created" : refused.error.message);

await auth.logout();
await server.close();
