/** Rules of becoming an admin, and by what proof: the operator's file of codes, and the commands. */
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join as joinPath } from "node:path";
import { PassThrough } from "node:stream";

import { curationCollections } from "@bourse/curation-core";
import { readEnvironment } from "@bourse/http";
import { createClosingStack } from "@bourse/kernel";
import { describe, expect, test, vi } from "vitest";

import { curationEnvironment } from "../../../../servers/curation/src/environment.ts";
import { openCurationCore } from "../../../../servers/curation/src/open-core.ts";
import {
  ADMIN_EMAIL,
  adminCodeIn,
  join,
  joinAsAdmin,
  walletOf,
} from "../../../../servers/curation/test/support/people.ts";
import { runTestServer } from "../../../../servers/curation/test/support/running-server.ts";
import {
  runCommandProcess,
  startServerProcess,
} from "../../../../servers/curation/test/support/server-process.ts";
import { tempFolder } from "../../../../servers/curation/test/support/temp-folder.ts";
import { mailServer } from "../../../outbox/test/support/mail-server.ts";
import { terminalQuestion } from "../../src/terminal/terminal-question.ts";
import { runCuration } from "../support/run-words.ts";

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

test("users reset prints a link to a new password, or mails it where there is a mail server", async () => {
  const dataDir = await tempFolder();
  const store = `sqlite:${joinPath(dataDir, "curation.db")}`;
  const variables = { DATA_DIR: dataDir, CURATION_STORE_URL: store };
  const before = await runTestServer(variables);
  const email = "ada@example.com";
  await join(before, "ada", { email, password });
  await before.close();
  const run = async (to: string, more = {}): Promise<[number, string]> => {
    const lines: string[] = [];
    const keep = (text: string): void => void lines.push(text);
    const output = { stdout: keep, stderr: keep };
    const code = await runCuration(["users", "reset", to], { ...variables, ...more }, output);
    return [code, lines.join("\n")];
  };
  const [code, output] = await run(email.toUpperCase());
  expect(code).toBe(0);
  const token = /^http:\/\/127\.0\.0\.1:3001\/#reset-password=(pr_\S+)$/m.exec(output)?.[1];
  const smtp = await mailServer();
  const mailed = await run(email, { MAIL_FROM: "no-reply@bourse.example", SMTP_URL: smtp.url });
  expect(mailed).toEqual([0, expect.stringContaining("was sent to")]);
  expect(smtp.mails.map(({ to }) => to)).toEqual([[email]]);
  expect(await run("no@b.co")).toEqual([1, "There is no active account with the e-mail no@b.co."]);
  const after = await runTestServer(variables);
  const chosen = { token, password: "staple correct horse" };
  expect((await after.post("auth/password/reset", undefined, chosen)).status).toBe(200);
  const login = { email, password: chosen.password };
  expect((await after.post("auth/login", undefined, login)).status).toBe(200);
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

  const admin = (...words: string[]) => runCommandProcess(["admin", ...words], variables);
  expect(await admin("list")).toMatchObject({ code: 0 });
  const invited = await admin("invite", "ada@example.com");
  const admin_code = await adminCodeIn(folder, "ada@example.com");
  expect(invited.code).toBe(0);
  expect(invited.output).toContain("ada (");
  expect(invited.output).not.toContain(admin_code);
  const granted = await admin("grant", "bob", "--yes");
  expect([granted.code, granted.output]).toEqual([0, expect.stringContaining("bob is an admin")]);
  const last = await admin("revoke", "user:bob", "--yes");
  expect([last.code, last.output]).toEqual([1, expect.stringContaining("LAST_ADMIN")]);
  expect((await admin("grant", "nobody", "--yes")).code).toBe(1);
  expect((await admin("grant")).code).toBe(2);
  expect((await admin("grant", "--yes")).code).toBe(2);

  const second = await startServerProcess(variables);
  const login = await second.post<{ access_token: string }>("auth/login", undefined, more);
  const redeemed = await second.post("auth/admin-code", login.data.access_token, { admin_code });
  expect([redeemed.status, redeemed.data]).toMatchObject([200, { id: ada.id, roles: ["admin"] }]);
  await second.end("SIGTERM");
  const revoked = await admin("revoke", "bob", "--yes");
  expect([revoked.code, revoked.output]).toEqual([0, expect.stringContaining("no admin")]);
  expect((await admin("list")).output).toContain("ada (");
});

describe("a change of roles at the command line", () => {
  const users = curationCollections.find(({ name }) => name === "users")!; // it has accounts

  const openFolder = async () => {
    const folder = await tempFolder();
    const variables = {
      DATA_DIR: folder,
      CURATION_STORE_URL: `lowdb:${joinPath(folder, "c.json")}`,
    };
    const opened = createClosingStack();
    const config = readEnvironment(curationEnvironment, variables);
    const { core, store } = await openCurationCore(config, opened, () => undefined);
    const register = async (username: string, walletAddress: string) =>
      (await core.accounts.register({ username, walletAddress })).user;
    const ada = await register("ada", `0x${"a".repeat(40)}`);
    const mallory = await register("mallory", `0x${"b".repeat(40)}`);
    const named = async (username: string): Promise<void> => {
      await store.transaction(async (tx) => {
        const found = (await tx.get(users, mallory.id))!; // registered above
        const changed = { ...found.value, username, usernameKey: username };
        await tx.replace(users, changed, found.version);
      });
      await opened.close();
    };
    const lines: string[] = [];
    const say = (line: string) => lines.push(line);
    const run = async (words: readonly string[], ask?: (question: string) => Promise<boolean>) => {
      lines.length = 0;
      const output = { stdout: say, stderr: say, askYesOrNo: ask };
      const code = await runCuration(["admin", ...words], variables, output);
      return { code, text: lines.join("\n") };
    };
    return { ada, mallory, named, run };
  };

  test("by an id is never for the account that has it as a username, and says whom it means", async () => {
    const { ada, mallory, named, run } = await openFolder();
    await named(ada.id);
    const granted = await run(["grant", ada.id, "--yes"]);
    expect(granted.code).toBe(0);
    expect(granted.text).toContain(
      `ada (id: ${ada.id}; wallet: ${ada.walletAddress}, claimed only; e-mail: none; roles: none)`,
    );
    const { text } = await run(["list"]);
    expect(text).toContain(`id: ${ada.id}`);
    expect(text).not.toContain(mallory.id);
  });

  test("by an ambiguous word is refused, with the prefixes that tell the accounts apart", async () => {
    const { ada, mallory, named, run } = await openFolder();
    const wallet = ada.walletAddress ?? "";
    await named(wallet.toLowerCase());
    const refused = await run(["grant", wallet, "--yes"]);
    expect(refused.code).toBe(1);
    for (const part of ["id:, wallet:, email: or user:", ada.id, mallory.id]) {
      expect(refused.text).toContain(part);
    }
    expect((await run(["list"])).text).toContain("There is no admin yet");
    expect((await run(["grant", `wallet:${wallet}`, "--yes"])).text).toContain("ada is an admin");
  });

  test("is done after a yes, and neither after a no nor where nobody can be asked", async () => {
    const { ada, named, run } = await openFolder();
    await named("mallory");
    const questions: string[] = [];
    const answer = (yes: boolean) => async (question: string) =>
      questions.push(question) > 0 && yes;
    const unasked = await run(["grant", "ada"]);
    expect([unasked.code, unasked.text]).toEqual([1, expect.stringContaining("--yes")]);
    const declined = await run(["grant", "ada"], answer(false));
    expect([declined.code, declined.text]).toEqual([
      1,
      expect.stringContaining("Nothing was changed"),
    ]);
    expect((await run(["list"])).text).not.toContain(ada.id);
    expect((await run(["grant", "ada"], answer(true))).code).toBe(0);
    expect(questions).toEqual(Array(2).fill("Make this account an admin? [y/N] "));
    expect((await run(["list"])).text).toContain("roles: admin");
  });
});

test.each([
  ["y\n", true],
  ["YES\n", true],
  ["n\n", false],
  ["\n", false],
  ["yes please\n", false],
  ["", false],
])("a question on the terminal that is answered by %j is %s", async (typed, verdict) => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const asked = terminalQuestion(input, output)?.("Sure? ");
  input.end(typed);
  expect(await asked).toBe(verdict);
  expect(terminalQuestion(new PassThrough(), output)).toBeUndefined();
});
