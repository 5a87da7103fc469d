import { describe, expect, test } from "vitest";

import { backtestAnswers } from "../src/backtest/validation.ts";
import { service } from "./auth/service.ts";
import { json, refusal, scripted } from "./script.ts";

describe("a call of a route that the client does not know", () => {
  test("goes below the base path with the client's credentials, and resolves to the whole answer", async () => {
    const { client, sent } = scripted([json(201, { id: 1 }, { "x-total": "7" })], {
      apiKey: "a-key-of-the-caller",
      validateAnswers: backtestAnswers,
    });
    const answer = await client.request("POST", "/jobs/:uuid/notes", {
      params: { uuid: "a/b" },
      query: { limit: 5, cursor: undefined },
      body: { text: "x" },
    });
    expect(answer).toMatchObject({ status: 201, data: { id: 1 } });
    expect(answer.headers.get("x-total")).toBe("7");
    expect(sent[0]).toMatchObject({
      url: "http://service.example/api/jobs/a%2Fb/notes?limit=5",
      init: {
        method: "POST",
        body: '{"text":"x"}',
        headers: { "x-api-key": "a-key-of-the-caller", "content-type": "application/json" },
      },
    });
  });

  test("fails as every other call does", async () => {
    const { client } = scripted([refusal(404, "no such route")]);
    await expect(client.request("GET", "/none")).rejects.toMatchObject({
      code: "HTTP_404",
      message: "no such route",
      operation: "request",
      path: "/none",
      attempts: 1,
    });
  });

  test.each(["jobs", "@example.org/", "//example.org/", ""])(
    "cannot leave the service by the path %j",
    async (path) => {
      const { client, sent } = scripted([]);
      await expect(client.request("GET", path)).rejects.toMatchObject({ code: "INPUT_INVALID" });
      expect(sent).toHaveLength(0);
    },
  );

  test("sends the token of a login", async () => {
    const { client, sent } = service();
    await client.login({ body: { email: "a@b.co", password: "p" } });
    await client.request("GET", "/auth/me");
    expect(sent.at(-1)).toMatchObject({ what: "GET /auth/me", authorization: "Bearer token-1" });
  });
});
