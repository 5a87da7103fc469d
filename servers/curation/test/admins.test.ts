/** Rules of becoming an admin, and by what proof: the operator's file of codes, and the commands. */
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join as joinPath } from "node:path";

import { expect, test, vi } from "vitest";

import { ADMIN_EMAIL, adminCodeIn, join, joinAsAdmin, walletOf } from "./support/people.ts";
import { runTestServer } from "./support/running-server.ts";
import { runProcess, startServerProcess } from "./support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

// Some tests start processes, from source.
vi.setConfig({ testTimeout: 60_000 });

const password = "correct horse battery";

test("a stranger who registers an address of ADMIN_EMAILS is 403, and nothing is made", async () => {
  const server = await runTestServer({ NODE_ENV: "production", REQUIRE_WALLET_PROOF: "false" });
  const body = { wallet_address: walletOf("eve"), username: "eve", email: ADMIN_EMAIL, password };
  for (const more of [{}, { admin_code: "wrong" }, { admin_code: "0".repeat(26) }]) {
    const refused = await server.post("auth/register", undefined, { ...body, ...more });
    expect([refused.status, refused.headers.get("x-error-code")]).toEqual([403, "FORBIDDEN"]);
  }
  const admin = await joinAsAdmin(server);
  expect((await server.get("admin/users?search=eve", admin.token)).data).toEqual([]);
  // The wallet and the name are free.
  expect((await join(server, "eve")).wallet).toBe(walletOf("eve"));
});

test("the code is in a file that only its owner reads; a used one makes no second admin", async () => {
  const server = await runTestServer();
  const path = joinPath(server.dataDir, "curation-admin-code");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, "utf8")).toMatch(/^admin@example\.com [0-9a-z]{26}\n$/);
  const admin_code = await adminCodeIn(server.dataDir);
  const admin = await joinAsAdmin(server);
  expect((await server.get("auth/me", admin.token)).data).toMatchObject({ roles: ["admin"] });
  const body = { wallet_address: walletOf("eve"), username: "eve", email: "eve@x.org", password };
  const again = await server.post("auth/register", undefined, { ...body, admin_code });
  expect(again.status).toBe(403);
});

test("a start prints the path of the codes and no code; the next one keeps the open codes only", async () => {
  const folder = await tempFolder();
  const path = joinPath(folder, "curation-admin-code");
  const variables = {
    ADMIN_EMAILS: `${ADMIN_EMAIL},second@example.com`,
    DATA_DIR: folder,
    CURATION_STORE_URL: `sqlite:${joinPath(folder, "curation.db")}`,
  };
  const first = await startServerProcess(variables);
  const codes = [await adminCodeIn(folder), await adminCodeIn(folder, "second@example.com")];
  await joinAsAdmin(first);
  const { output } = await first.end("SIGTERM");
  expect(output).toContain(path);
  for (const code of codes) expect(output).not.toContain(code);

  const second = await startServerProcess({ ...variables, LOG_LEVEL: "silent" });
  expect(await readFile(path, "utf8")).toBe(`second@example.com ${codes[1]}\n`);
  await second.end("SIGTERM");

  const third = await startServerProcess({
    ...variables,
    ADMIN_EMAILS: ADMIN_EMAIL,
    LOG_LEVEL: "silent",
  });
  await third.end("SIGTERM");
  // An open code reserves its address until it expires, whatever the list says.
  expect(existsSync(path)).toBe(true);
});

test("the commands list, invite, grant and revoke admins, and keep the last one", async () => {
  const folder = await tempFolder();
  const variables = {
    LOG_LEVEL: "silent",
    DATA_DIR: folder,
    CURATION_STORE_URL: `sqlite:${joinPath(folder, "curation.db")}`,
  };
  const first = await startServerProcess(variables);
  const more = { email: "ada@example.com", password };
  const ada = await join(first, "ada", more);
  await join(first, "bob");
  await first.end("SIGTERM");

  const admin = (...words: string[]) => runProcess(["admin", ...words], variables);
  expect(await admin("list")).toMatchObject({ code: 0 });
  const invited = await admin("invite", "ada@example.com");
  const admin_code = await adminCodeIn(folder, "ada@example.com");
  expect(invited.code).toBe(0);
  expect(invited.output).toContain("ada (");
  expect(invited.output).not.toContain(admin_code);
  const granted = await admin("grant", "bob");
  expect([granted.code, granted.output]).toEqual([0, expect.stringContaining("bob is an admin")]);
  const last = await admin("revoke", "bob");
  expect([last.code, last.output]).toEqual([1, expect.stringContaining("LAST_ADMIN")]);
  expect((await admin("grant", "nobody")).code).toBe(1);
  expect((await admin("grant")).code).toBe(2);

  const second = await startServerProcess(variables);
  const login = await second.post<{ access_token: string }>("auth/login", undefined, more);
  const redeemed = await second.post("auth/admin-code", login.data.access_token, { admin_code });
  expect([redeemed.status, redeemed.data]).toMatchObject([200, { id: ada.id, roles: ["admin"] }]);
  await second.end("SIGTERM");
  const revoked = await admin("revoke", "bob");
  expect([revoked.code, revoked.output]).toEqual([0, expect.stringContaining("no admin")]);
  expect((await admin("list")).output).toContain("ada (");
});
