/** Every route of curation, called without a proof, with a foreign one, and by accounts that lack the role. */

import type { Route } from "@bourse/contract";
import { curationApi, curationHealthApi, documentedCurationApi } from "@bourse/contract/curation";
import { curationAccess } from "@bourse/handlers/curation";
import { expect, test } from "vitest";

import { FOREIGN_PROOFS, statusOf } from "../../../test/support/access-probe.ts";
import { join, joinAsAdmin, joinAsCurator } from "./support/people.ts";
import { runTestServer } from "./support/running-server.ts";

const routes = Object.entries<Route>(curationApi.routes);
/** Bodies that fit, so that what answers is the role and not the form. */
const examples: Readonly<Record<string, { readonly example?: { readonly body?: unknown } }>> =
  documentedCurationApi.docs.routes;
const needsToken = (route: Route): boolean =>
  curationAccess(route.definition).some(({ by }) => by === "accessToken");

test("every route that needs an access token is 401 to whoever has none of this server's", async () => {
  const server = await runTestServer();
  const base = new URL(curationApi.basePath, server.url).href;
  const guarded = routes.filter(([, route]) => needsToken(route));
  expect(guarded.length).toBeGreaterThan(30);
  for (const [name, route] of guarded) {
    for (const headers of FOREIGN_PROOFS) {
      expect([name, headers, await statusOf(base, route, headers)]).toEqual([name, headers, 401]);
    }
  }
});

test("every other route is open, and takes no forged token", async () => {
  // Without its own address the server has no passkeys.
  const server = await runTestServer({ PUBLIC_URL: "http://localhost:3001" });
  const base = new URL(curationApi.basePath, server.url).href;
  for (const [name, route] of routes.filter(([, each]) => !needsToken(each))) {
    const status = await statusOf(base, route, {});
    // An empty body or an unknown id, but never a question for a proof.
    expect([200, 404, 422], name).toContain(status);
    if (route.definition.security === undefined) continue;
    expect([name, await statusOf(base, route, { Authorization: "Bearer forged" })]).toEqual([
      name,
      401,
    ]);
  }
  for (const route of Object.values<Route>(curationHealthApi.routes)) {
    expect(await statusOf(server.url, route, {})).toBe(200);
  }
});

test("a route that needs a role is 403 to accounts without it", async () => {
  const server = await runTestServer();
  const base = new URL(curationApi.basePath, server.url).href;
  const admin = await joinAsAdmin(server);
  const curator = await joinAsCurator(server, admin, "carla");
  const author = await join(server, "alma");
  for (const [name, route] of routes.filter(([, each]) => needsToken(each))) {
    const right = curationAccess(route.definition)[0]?.right;
    if (right === undefined) continue;
    const { body } = examples[name]?.example ?? {};
    const ask = (person: { readonly token: string }): Promise<number> =>
      statusOf(base, route, { Authorization: `Bearer ${person.token}` }, body);
    expect([name, await ask(author)]).toEqual([name, 403]);
    if (right === "admin") {
      expect([name, await ask(curator)]).toEqual([name, 403]);
    } else {
      expect([name, await ask(curator)]).not.toEqual([name, 403]);
    }
    expect([name, await ask(admin)]).not.toEqual([name, 403]);
  }
});

test("every route that takes a credential takes at most 16 KiB", () => {
  const credentials = routes
    .map(([name, { definition }]) => ({ name, ...definition }))
    .filter(
      ({ path, body, name }) =>
        path.startsWith("/auth/") && body !== undefined && name !== "updateMe",
    );
  expect(credentials.length).toBeGreaterThan(5);
  for (const { name, bodyLimit } of credentials) expect([name, bodyLimit]).toEqual([name, 16_384]);
});
