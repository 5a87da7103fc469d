/** Details of curation's wire that programs meet: conditions, paths of issues, fields that a route does not change. */

import { expect, test } from "vitest";

import { draft, join, joinAsAdmin, specification } from "./support/people.ts";
import { runTestServer } from "./support/running-server.ts";

test("a tag that a proxy has made weak is the version all the same", async () => {
  const server = await runTestServer();
  const author = await join(server, "ada");
  const id = await draft(server, author, "bridges", { submit: false });
  const patch = async (ifMatch: string): Promise<number> => {
    const body = { draft_data: specification("tunnels") };
    const headers = { "if-match": ifMatch };
    return (await server.call("PATCH", `drafts/${id}`, { token: author.token, body, headers }))
      .status;
  };
  expect([await patch(`W/"9"`), await patch(`W/"1"`), await patch(`"1"`)]).toEqual([412, 200, 412]);
});

test("a field of the account that PATCH /auth/me does not change is refused by its name", async () => {
  const server = await runTestServer();
  const { token } = await join(server, "ada");
  for (const name of ["email", "wallet_address", "roles", "wallet_verified", "display_nam"]) {
    const body = { bio: "I write.", [name]: "x" };
    const { status, text } = await server.call("PATCH", "auth/me", { token, body });
    expect([status, text], name).toEqual([422, expect.stringContaining(name) as string]);
  }
  expect((await server.get<{ bio: null }>("auth/me", token)).data.bio).toBeNull();
});

test("an index in the path of an issue is a number, as in every other issue", async () => {
  const server = await runTestServer();
  const author = await join(server, "ada");
  const outcomes = [{ label: "Yes" }, { label: "yes" }];
  const draft_data = specification("bridges", { outcomes, topic_tags: ["AI", "ai ", "Ai"] });
  const body = { draft_data, submit: false };
  const { data } = await server.post<{ id: string }>("drafts", author.token, body);
  const { status, text } = await server.post(`drafts/${data.id}/submit`, author.token, undefined);
  expect(status, text).toBe(422);
  const { detail } = JSON.parse(text) as {
    detail: readonly { readonly loc: readonly unknown[] }[];
  };
  expect(detail.map(({ loc }) => loc)).toEqual([
    ["body", "draft_data", "outcomes", 1, "label"],
    ["body", "draft_data", "topic_tags", 1],
    ["body", "draft_data", "topic_tags", 2],
  ]);
});

test("a page of another origin may send conditions and its trace", async () => {
  const server = await runTestServer({ CORS_ORIGINS: "*" });
  await joinAsAdmin(server);
  const headers = {
    origin: "https://app.example",
    "access-control-request-method": "GET",
    "access-control-request-headers": "if-none-match,traceparent",
  };
  const answer = await fetch(new URL("/api/v1/markets", server.url), {
    method: "OPTIONS",
    headers,
  });
  const allowed = answer.headers.get("access-control-allow-headers")?.toLowerCase().split(",");
  expect(allowed).toEqual(expect.arrayContaining(["if-none-match", "traceparent", "tracestate"]));
});
