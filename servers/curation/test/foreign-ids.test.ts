/** Every route of a curation account that takes an id, called by another account with ids of the first one. */
import type { Route } from "@bourse/contract";
import { curationApi } from "@bourse/contract/curation";
import { expect, test } from "vitest";

import type { Fields } from "./support/calls.ts";
import { draft, join } from "./support/people.ts";
import { runTestServer } from "./support/running-server.ts";

/** Bodies that pass the contract. */
const BODIES: Readonly<Record<string, object>> = {
  "PATCH /drafts/:id": { draft_data: { summary: "mine" } },
  "POST /drafts/:id/comments": { body: "mine" },
  "PATCH /webhooks/:id": { enabled: false },
  "POST /webhooks/:id/rotate": {},
};

/** Paths whose callers are chosen by their role, or everybody. */
const OTHERS = /^\/(?:admin|curator|markets)\//;

test("an id of another account is answered as one that is not there, and changes and shows nothing", async () => {
  const server = await runTestServer();
  const [ada, bob] = [await join(server, "ada"), await join(server, "bob")];
  const draftId = await draft(server, ada, "hidden tides");
  const hook = { url: "https://hidden.invalid/hook", events: ["*"] };
  const webhook = await server.post<{ id: string }>("webhooks", ada.token, hook);
  await draft(server, ada, "hidden rivers");
  const { id } = webhook.data;
  const deliveries = await server.get<{ id: string }[]>(`webhooks/${id}/deliveries`, ada.token);
  const sessions = await server.get<{ id: string }[]>("auth/sessions", ada.token);
  const ids: Readonly<Record<string, string>> = {
    "/drafts/:id": draftId,
    "/webhooks/:id": id,
    "/auth/sessions/:id": sessions.data[0]?.id ?? "",
    "/auth/wallets/:wallet_address": ada.wallet,
    // Nobody has one here: those of others are tried beside an authenticator and a provider.
    "/auth/factors/:id": "none",
    "/auth/remembered-devices/:id": "none",
    "/auth/oidc/identities/:id": "none",
  };
  const own = ["drafts", "webhooks", `webhooks/${id}/deliveries`, "auth/sessions", "auth/wallets"];
  const seen = async (): Promise<string> => {
    const answers = await Promise.all(own.map((path) => server.get(path, ada.token)));
    return answers.map(({ status, text }) => `${status} ${text}`).join("\n");
  };
  const before = await seen();
  expect(before).toContain("hidden tides");

  const routes = Object.values<Route>(curationApi.routes).filter(
    ({ definition: { path } }) => path.includes(":") && !OTHERS.test(path),
  );
  expect(routes.length).toBeGreaterThan(15);
  for (const { definition } of routes) {
    const { method, path } = definition;
    const stem = Object.keys(ids).find((one) => path === one || path.startsWith(`${one}/`));
    if (stem === undefined) throw new Error(`name an id for ${path}`);
    const rest = path.slice(stem.length);
    const answered = async (one: string, delivery: string): Promise<readonly unknown[]> => {
      const place = `${stem.slice(1, stem.indexOf(":"))}${one}`;
      const body = BODIES[`${method} ${path}`];
      const options = { token: bob.token, ...(body === undefined ? {} : { body }) };
      const url = `${place}${rest.replace(":delivery_id", delivery)}`;
      const { status, text } = await server.call<Fields>(method, url, options);
      expect(text, `${method} ${path}`).not.toMatch(/hidden/i);
      return [method, path, status, text];
    };
    const foreign = await answered(ids[stem] ?? "", deliveries.data[0]?.id ?? "");
    expect(foreign).toEqual([method, path, 404, expect.any(String)]);
    const unknown = stem.includes("wallet") ? `0x${"0".repeat(39)}1` : "none";
    expect(await answered(unknown, "none")).toEqual(foreign);
  }
  expect(await seen()).toBe(before);
});
