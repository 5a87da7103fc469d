import { describe, expect, test } from "vitest";

import { iterate, pageOf, withOptions } from "../src/index.ts";
import { service } from "./auth/service.ts";
import { JOB_ID, json, scripted } from "./script.ts";

const first = (): ReturnType<typeof json> =>
  json(200, [{ uuid: "a" }], { link: '<?cursor=b>; rel="next"' });

describe("a page", () => {
  test("tells its items and whether there is another, which next reads with the same query", async () => {
    const { client, sent } = scripted([first(), json(200, [{ uuid: "b" }])]);
    const page = await pageOf(client.listJobs, { query: { limit: 1 } });
    expect(page).toMatchObject({ items: [{ uuid: "a" }], hasNext: true });
    const last = await page.next();
    expect(last).toMatchObject({ items: [{ uuid: "b" }], hasNext: false });
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(["?limit=1", "?limit=1&cursor=b"]);
    await expect(last.next()).rejects.toMatchObject({ code: "INPUT_INVALID" });
  });

  test("of a route that does not page is refused", async () => {
    const { client } = scripted([]);
    // @ts-expect-error a job is no list
    const page = pageOf(client.getJob, { params: { uuid: JOB_ID } });
    await expect(page).rejects.toMatchObject({ code: "INPUT_INVALID" });
  });
});

describe("a client with other options", () => {
  test("sends its headers with every form of every call, and those of a call before them", async () => {
    const { client, sent } = scripted([1, 2, 3, 4].map(() => json(200, [])));
    const other = withOptions(client, { headers: { "x-team": "a" } });
    await other.listJobs();
    await other.listJobs.safe({}, { headers: { "x-team": "b", "x-more": "c" } });
    await other.request("GET", "/notes");
    await client.listJobs();
    expect(sent.map(({ init }) => [init.headers["x-team"], init.headers["x-more"]])).toEqual([
      ["a", undefined],
      ["b", "c"],
      ["a", undefined],
      [undefined, undefined],
    ]);
  });

  test("has its own time limit, unless the call has another", async () => {
    const { client, clock } = scripted(["silence", "silence"], { retry: false });
    const hasty = withOptions(client, { timeoutMilliseconds: 7 });
    const failed = hasty.listJobs.safe();
    await expect.poll(() => clock.waits(), { interval: 1 }).toContain(7);
    clock.advance(7);
    expect(await failed).toMatchObject({ ok: false, error: { code: "TIMEOUT" } });
  });

  test("shares the login, and lists of it can be iterated over", async () => {
    const { client } = service();
    await client.login({ body: { email: "ada@example.com", password: "p" } });
    const other = withOptions(client, { timeoutMilliseconds: 7 });
    expect(other.tokens).toBe(client.tokens);
    expect(await client.tokens.load()).toMatchObject({ token: "token-1" });
    const { client: jobs } = scripted([first(), json(200, [])]);
    const listed = withOptions(jobs, {}).listJobs;
    const seen: unknown[] = [];
    for await (const { uuid } of iterate(listed)) seen.push(uuid);
    expect(seen).toEqual(["a"]);
  });

  test("refuses unknown options, retry among them, wrong values and wrong options of calls", async () => {
    const { client } = scripted([]);
    const wrong = [null, { retry: { limit: 1 } }, { timeout: 1 }, { timeoutMilliseconds: 0 }];
    for (const options of [...wrong, { headers: "x" }, { signal: {} }]) {
      expect(() => withOptions(client, options as object)).toThrow(
        expect.objectContaining({ code: "OPTION_INVALID" }) as Error,
      );
    }
    const call = withOptions(client, {}).listJobs({}, null as never);
    await expect(call).rejects.toMatchObject({ code: "OPTION_INVALID" });
  });
});
