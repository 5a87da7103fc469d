// Makes an API key that may only read, and asks what it may do.
import { authCollections, createAuthCore } from "@bourse/auth-core";
import { createMemoryStore } from "@bourse/kernel";

const store = createMemoryStore({ collections: authCollections });
const masterKey = crypto.getRandomValues(new Uint8Array(32));
const auth = await createAuthCore({ store, masterKey });
const login = { email: "ada@example.com", password: "a way to the sea" };
const { user } = await auth.accounts.register(login);
const rights = { name: "ci", permissions: ["read"] } as const;
const { key: apiKey } = await auth.keys.create(user.id, rights);
const { permissions } = await auth.guard.authorize({ apiKey }, "read");
const refused = auth.guard.authorize({ apiKey }, "deploy");
await refused.catch(({ code }) => console.log(permissions, code));
await auth.close();
