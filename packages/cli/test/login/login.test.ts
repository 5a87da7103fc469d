import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test, vi } from "vitest";

import { PASSWORD, signUp, type Calls } from "../../../../servers/auth/test/support/calls.ts";
import { runTestServer } from "../../../../servers/auth/test/support/running-server.ts";
import { tempFolder } from "../../../../servers/auth/test/support/temp-folder.ts";
import type { Variables } from "../../src/command/command.ts";
import { runBourse } from "../../src/index.ts";
import { authAddress } from "../../src/login/auth-address.ts";
import { logIn } from "../../src/login/log-in.ts";

vi.setConfig({ testTimeout: 30_000 });

/** The command's exit code and what it wrote. */
async function run(words: readonly string[], variables: Variables): Promise<[unknown, string]> {
  const lines: string[] = [];
  const keep = (text: string): void => void lines.push(text);
  const code = await runBourse(words, { variables, stdout: keep, stderr: keep });
  return [code, lines.join("\n")];
}

/** Logs in; `decide` is called with the code before the first question, and the waits are not waited for. */
async function login(
  server: Calls,
  variables: Variables,
  decide: (userCode: string) => Promise<unknown>,
  permissions?: readonly string[],
): Promise<{ readonly code: number; readonly errors: string; readonly waits: readonly number[] }> {
  const errors: string[] = [];
  const waits: number[] = [];
  let userCode = "";
  const code = await logIn(
    `${server.url}/api/v1`,
    { variables, stdout: (line) => (userCode = line), stderr: (line) => errors.push(line) },
    {
      sleep: async (milliseconds) => {
        waits.push(milliseconds);
        await decide(userCode);
      },
      permissions,
    },
  );
  return { code, errors: errors.join("\n"), waits };
}

describe("bourse login", () => {
  test("with --permissions has those and no others, which its user is shown before the approval", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const variables = { XDG_CONFIG_HOME: await tempFolder() };
    const shown: unknown[] = [];
    const approve = async (userCode: string): Promise<void> => {
      shown.push((await server.post("auth/device/find", { userCode }, { token })).data);
      await server.post("auth/device/approve", { userCode }, { token });
    };
    expect((await login(server, variables, approve, ["read"])).code).toBe(0);
    expect(shown).toMatchObject([{ permissions: ["read"] }]);
    const [, printed] = await run(["token", server.url], variables);
    const me = await server.get("auth/me", { token: printed });
    expect(me.data).toMatchObject({ permissions: ["read"] });
    const [code, refused] = await run(["login", server.url, "--permissions", "reed"], variables);
    expect([code, refused]).toEqual([1, expect.stringContaining("permissions")]);
  });

  test("keeps a session of its own for its user alone, which prints tokens until the logout", async () => {
    const server = await runTestServer();
    const { token, id } = await signUp(server);
    const folder = await tempFolder();
    const variables = { XDG_CONFIG_HOME: folder };
    const approve = (userCode: string) =>
      server.post("auth/device/approve", { userCode }, { token });
    const { code, errors, waits } = await login(server, variables, approve);
    expect([code, waits]).toEqual([0, [5000]]);
    expect(errors).toContain(`${server.url}/#/device`);
    const file = join(folder, "bourse", "logins.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).not.toContain(PASSWORD);

    const [printed, own] = await run(["token", server.url], variables);
    expect(printed).toBe(0);
    const me = await server.get<{ user: { id: string } }>("auth/me", { token: own });
    expect(me.data.user.id).toBe(id);
    expect(await run(["logout", server.url], variables)).toEqual([
      0,
      `You are logged out at ${server.url}/api/v1.`,
    ]);
    expect((await server.get("auth/me", { token: own })).status).toBe(401);
    expect(await run(["token", server.url], variables)).toEqual([
      1,
      expect.stringContaining("You are not logged in"),
    ]);
  });

  test("asks on while its user decides, slower when told so, and ends when the user refuses", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const variables = { XDG_CONFIG_HOME: await tempFolder() };
    let asked = 0;
    const { code, errors, waits } = await login(server, variables, async (userCode) => {
      asked += 1;
      const refusal = { userCode, approve: false };
      if (asked === 3) await server.post("auth/device/approve", refusal, { token });
    });
    expect([code, waits]).toEqual([1, [5000, 5000, 10_000]]);
    expect(errors).toContain("refused");
    const [, text] = await run(["token", server.url], variables);
    expect(text).toContain("You are not logged in");
  });

  test("says so when a session has ended elsewhere", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const variables = { XDG_CONFIG_HOME: await tempFolder() };
    await login(server, variables, (userCode) =>
      server.post("auth/device/approve", { userCode }, { token }),
    );
    const sessions = await server.get<{ id: string; current: boolean }[]>("auth/sessions", {
      token,
    });
    const other = sessions.data.find(({ current }) => !current);
    await server.delete(`auth/sessions/${other?.id}`, { token });
    const [code, text] = await run(["token", server.url], variables);
    expect([code, text]).toEqual([1, expect.stringContaining("bourse login")]);
  });

  test("is refused without a server, a folder, or a file of logins", async () => {
    const folder = await tempFolder();
    const away = await run(["login", "http://127.0.0.1:9"], { XDG_CONFIG_HOME: folder });
    expect(away).toEqual([2, expect.stringContaining("No server of access control answers")]);
    expect(await run(["token"], {})).toEqual([2, expect.stringContaining("XDG_CONFIG_HOME")]);
    await mkdir(join(folder, "bourse"));
    await writeFile(join(folder, "bourse", "logins.json"), "[1]");
    const broken = await run(["token"], { XDG_CONFIG_HOME: folder });
    expect(broken).toEqual([2, expect.stringContaining("is no file of logins")]);
  });

  test.each([
    ["https://accounts.example", "https://accounts.example/api/v1"],
    ["https://accounts.example/auth/v1/", "https://accounts.example/auth/v1"],
    ["http://localhost:3000", "http://localhost:3000/api/v1"],
    ["http://accounts.example", "unencrypted"],
    ["http://127.0.0.1.evil.example", "unencrypted"],
    ["ftp://accounts.example", "is no address"],
    ["accounts", "is no address"],
    ["https://accounts.example/?a=b", "is no address"],
  ])("takes %s for %s", (given, expected) => {
    const text = ((): string => {
      try {
        return authAddress(given);
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(text).toContain(expected);
  });
});
