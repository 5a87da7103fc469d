/** The guarded server in a process of its own: it tells where it is, and how many hashes were under way. */

import { availableParallelism } from "node:os";

import { authCollections, createAuthCore, type Identity } from "@bourse/auth-core";
import { bindApi, type Api, type HandlerContext } from "@bourse/contract";
import { authApi, type AuthApi } from "@bourse/contract/auth";
import { createPasswordHasher, type PasswordHasher } from "@bourse/credentials";
import { bindAuthApi, createAuthHandlers } from "@bourse/handlers/auth";
import { createHttpServer } from "@bourse/http";
import { createMemoryStore } from "@bourse/kernel";

import { EMAIL, PASSWORD } from "./fixture.ts";

export interface Served {
  readonly port: number;
  /** Id of a deployment: behind `/open/deployments/` it needs no credentials, behind `/api/v1/deployments/` it does. */
  readonly id: string;
  readonly token: string;
  readonly key: string;
}

export interface Usage {
  /** The most hashes that were under way or waiting at once. */
  readonly mostHashes: number;
}

/** Maximum number of hashes that wait. */
export const MAX_QUEUED = 100;
/** The hasher's own default. */
export const MAX_IN_FLIGHT: number = Math.max(1, availableParallelism() - 1);

/** A route of the service without its credentials, under another prefix. */
const { security: _, ...definition } = authApi.routes.getDeployment.definition;
const openApi = {
  ...authApi,
  basePath: "/open",
  routes: { getDeployment: { definition } },
} as unknown as Api<Pick<AuthApi["routes"], "getDeployment">>;

if (process.send !== undefined) await serve();

async function serve(): Promise<void> {
  const hasher = counted(createPasswordHasher({ maxQueued: MAX_QUEUED }));
  const core = await createAuthCore({
    store: createMemoryStore({ collections: authCollections }),
    masterKey: new Uint8Array(32).fill(1),
    hasher: hasher.hasher,
    // The flood is to be hashed, not to be turned away.
    loginFailuresPerAccount: 10_000,
    loginFailuresPerAddress: 10_000,
    loginsPerAccount: 10_000,
  });
  const { user, token } = await core.accounts.register({ email: EMAIL, password: PASSWORD });
  const { key } = await core.keys.create(user.id, { name: "bench", permissions: ["read"] });
  const body = { name: "bridge", chains: ["base", "ethereum"] };
  const { id } = await core.registry.createDeployment(user.id, body);
  const identity = await core.guard.authorize({ token }, "read");
  const { getDeployment } = createAuthHandlers(core);
  const server = createHttpServer({
    api: authApi,
    routes: [
      ...bindAuthApi(core),
      ...bindApi(openApi, {
        // Nothing else of a call's context is read by it.
        getDeployment: (input) => getDeployment(input, { identity } as HandlerContext<Identity>),
      }),
    ],
  });
  const { url } = await server.listen({ host: "127.0.0.1", port: 0 });
  process.on("message", () => {
    const usage: Usage = { mostHashes: hasher.most() };
    process.send?.(usage);
  });
  process.on("disconnect", () => process.exit(0));
  const served: Served = { port: Number(new URL(url).port), id, token, key };
  process.send?.(served);
}

/** Counts from outside: a hash that waits for its turn counts too. */
function counted(inner: PasswordHasher): { hasher: PasswordHasher; most: () => number } {
  let now = 0;
  let most = 0;
  const count = async <T>(work: () => Promise<T>): Promise<T> => {
    now += 1;
    most = Math.max(most, now);
    try {
      return await work();
    } finally {
      now -= 1;
    }
  };
  const hasher: PasswordHasher = {
    hash: (...call) => count(() => inner.hash(...call)),
    verify: (...call) => count(() => inner.verify(...call)),
    verifyNothing: (...call) => count(() => inner.verifyNothing(...call)),
  };
  return { hasher, most: () => most };
}
