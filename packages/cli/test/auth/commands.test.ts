import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test, vi } from "vitest";

import {
  makeKey,
  PASSWORD,
  signUp,
  type Answer,
  type Calls,
} from "../../../../servers/auth/test/support/calls.ts";
import { collectingLogger } from "../../../../servers/auth/test/support/collecting-logger.ts";
import { addTotp } from "../../../../servers/auth/test/support/factors.ts";
import { runTestServer } from "../../../../servers/auth/test/support/running-server.ts";
import { runCommandProcess } from "../../../../servers/auth/test/support/server-process.ts";
import { tempFolder } from "../../../../servers/auth/test/support/temp-folder.ts";
import { mailServer } from "../../../outbox/test/support/mail-server.ts";
import { runAuth } from "../support/run-words.ts";

vi.setConfig({ testTimeout: 30_000 });

type Variables = Readonly<Record<string, string>>;

/** The command's exit code and what it wrote. */
async function run(words: readonly string[], variables: Variables): Promise<[number, string]> {
  const lines: string[] = [];
  const keep = (text: string): void => void lines.push(text);
  const code = await runAuth(words, variables, { stdout: keep, stderr: keep });
  return [code, lines.join("\n")];
}

async function dataDir(): Promise<{ DATA_DIR: string; AUTH_STORE_URL: string }> {
  const folder = await tempFolder();
  return { DATA_DIR: folder, AUTH_STORE_URL: `lowdb:${join(folder, "auth.json")}` };
}

describe("users disable", () => {
  test("ends every token, refresh token, key and login of the account, and no other's", async () => {
    const variables = await dataDir();
    const before = await runTestServer(variables);
    const [ada, bob] = [await signUp(before), await signUp(before)];
    const { key } = await makeKey(before, ada.token, ["read"]);
    await before.close();

    const [code, output] = await run(["users", "disable", ada.email.toUpperCase()], variables);
    expect([code, output]).toEqual([0, expect.stringContaining("is disabled")]);

    const after = await runTestServer(variables);
    const refusals = [
      await after.get("auth/me", { token: ada.token }),
      await after.post("auth/refresh", { refreshToken: ada.refreshToken }),
      await after.get("deployments", { key }),
      await after.post("auth/login", { email: ada.email, password: PASSWORD }),
    ];
    expect(refusals.map(({ error }) => error?.code)).toEqual([
      "INVALID_TOKEN",
      "INVALID_TOKEN",
      "INVALID_API_KEY",
      "INVALID_CREDENTIALS",
    ]);
    const unknown = await after.post("auth/login", { email: "no@b.co", password: PASSWORD });
    expect(refusals[3]?.text).toBe(unknown.text);
    expect((await after.get("auth/me", { token: bob.token })).status).toBe(200);
  });

  test.each(["disable", "enable"])("(or %s) of nobody is 1 and says so", async (command) => {
    const variables = await dataDir();
    await (await runTestServer(variables)).close();
    const [code, output] = await run(["users", command, "no@b.co"], variables);
    expect([code, output]).toEqual([1, "There is no account with the e-mail no@b.co."]);
  });
});

describe("webhooks list", () => {
  test("shows the webhooks of an account with their deliveries, and no secret", async () => {
    const variables = await dataDir();
    const before = await runTestServer(variables);
    const ada = await signUp(before);
    const { token } = ada;
    const body = { url: "https://receiver.invalid/hook", events: ["api_key.created"] };
    const made = await before.post<{ secret: string }>("webhooks", body, { token });
    await makeKey(before, token, ["read"]);
    await before.close();
    const [code, output] = await run(["webhooks", "list", ada.email.toUpperCase()], variables);
    expect(code).toBe(0);
    expect(output).toMatch(/on {3}https:\/\/receiver\.invalid\/hook {2}api_key\.created\n/);
    expect(output).toMatch(/Z {2}api_key\.created {2}waiting {2}\d requests/);
    expect(output).not.toContain(made.data.secret);
  });

  test("of nobody is 1 and says so", async () => {
    const variables = await dataDir();
    await (await runTestServer(variables)).close();
    const nobody = [1, "There is no account with the e-mail no@b.co."];
    expect(await run(["webhooks", "list", "no@b.co"], variables)).toEqual(nobody);
  });
});

describe("users delete", () => {
  test("leaves nothing of the account in the store's file, and frees its address", async () => {
    const variables = await dataDir();
    const before = await runTestServer(variables);
    const [ada, bob] = [await signUp(before), await signUp(before)];
    await makeKey(before, ada.token, ["read"]);
    await before.close();

    const [code, output] = await run(["users", "delete", ada.email.toUpperCase()], variables);
    expect([code, output]).toEqual([0, expect.stringContaining("is deleted")]);
    const file = await readFile(join(variables.DATA_DIR, "auth.json"), "utf8");
    expect(file).not.toContain(ada.email);
    expect(file).toContain(bob.email);

    const again = await run(["users", "delete", ada.email], variables);
    expect(again).toEqual([1, `There is no account with the e-mail ${ada.email}.`]);
    const after = await runTestServer(variables);
    expect((await after.get("auth/me", { token: bob.token })).status).toBe(200);
    expect((await signUp(after, ada.email)).id).not.toBe(ada.id);
  });
});

describe("users add", () => {
  test("creates an account where nobody may register, and prints the link that sets its password", async () => {
    const variables = {
      ...(await dataDir()),
      REGISTRATION: "closed",
      PUBLIC_URL: "https://accounts.example",
    };
    const before = await runTestServer(variables);
    await before.close();
    const email = "grace@example.com";
    const [code, output] = await run(["users", "add", email], variables);
    expect([code, output]).toEqual([0, expect.stringContaining("The account grace")]);
    const token = /^https:\/\/accounts\.example\/#reset-password=(pr_\S+)$/m.exec(output)?.[1];
    expect((await run(["users", "add", "GRACE@example.com"], variables))[0]).toBe(1);
    const server = await runTestServer(variables);
    const registered = await server.post("auth/register", { email, password: PASSWORD });
    expect(registered.status).toBe(403);
    const reset = await server.post("auth/password/reset", { token, password: PASSWORD });
    expect(reset.status).toBe(200);
    expect((await server.post("auth/login", { email, password: PASSWORD })).status).toBe(200);
  });
});

describe("users reset", () => {
  test("prints a link to a new password, which works once the server runs", async () => {
    const variables = { ...(await dataDir()), PUBLIC_URL: "https://accounts.example" };
    const before = await runTestServer(variables);
    const ada = await signUp(before);
    await before.close();
    const [code, output] = await run(["users", "reset", ada.email.toUpperCase()], variables);
    expect(code).toBe(0);
    const token = /^https:\/\/accounts\.example\/#reset-password=(pr_\S+)$/m.exec(output)?.[1];
    const after = await runTestServer(variables);
    const password = "staple correct horse";
    expect((await after.post("auth/password/reset", { token, password })).status).toBe(200);
    expect((await after.post("auth/login", { email: ada.email, password })).status).toBe(200);
    expect((await after.get("auth/me", { token: ada.token })).status).toBe(401);
  });

  test("mails the link where there is a mail server, and says so when it is away", async () => {
    const variables = { ...(await dataDir()), MAIL_FROM: "no-reply@bourse.example" };
    const before = await runTestServer(variables);
    const ada = await signUp(before);
    await before.close();
    const smtp = await mailServer();
    const mailed = await run(["users", "reset", ada.email], { ...variables, SMTP_URL: smtp.url });
    expect(mailed).toEqual([0, expect.stringContaining("was sent to")]);
    expect(mailed[1]).not.toContain("pr_");
    expect(smtp.mails.map(({ to }) => to)).toEqual([[ada.email]]);
    const away = { ...variables, SMTP_URL: "smtp://127.0.0.1:1" };
    expect(await run(["users", "reset", ada.email], away)).toEqual([
      1,
      expect.stringContaining("did not take the mail"),
    ]);
  });

  test("of nobody is 1 and says so", async () => {
    const variables = await dataDir();
    await (await runTestServer(variables)).close();
    expect(await run(["users", "reset", "no@b.co"], variables)).toEqual([
      1,
      "There is no active account with the e-mail no@b.co.",
    ]);
  });
});

describe("users role", () => {
  test("shows the role of an account, and gives it one of ACCOUNT_ROLES, which bounds its login", async () => {
    const variables = { ...(await dataDir()), ACCOUNT_ROLES: '{"reader":["read"]}' };
    const before = await runTestServer(variables);
    const ada = await signUp(before);
    await before.close();
    const role = (...words: string[]) => run(["users", "role", ada.email, ...words], variables);
    expect(await role()).toEqual([0, `${ada.email} has the role owner, of owner, reader.`]);
    expect(await role("king")).toEqual([
      1,
      "The role is one of owner, reader: the setting ACCOUNT_ROLES defines them.",
    ]);
    expect(await role("reader")).toEqual([0, `${ada.email} has the role reader from now on.`]);
    const after = await runTestServer(variables);
    const key = await after.post(
      "auth/api-keys",
      { name: "k", permissions: ["read"] },
      {
        token: ada.token,
      },
    );
    expect([key.status, key.error?.code]).toEqual([403, "FORBIDDEN"]);
    expect((await after.get("deployments", { token: ada.token })).status).toBe(200);
    const body = { name: "d", chains: ["base"] };
    expect((await after.post("deployments", body, { token: ada.token })).status).toBe(403);
  });
});

describe("users remove-factors", () => {
  test("lets an account log in by its password alone, and the trail says so", async () => {
    const variables = { ...(await dataDir()), AUTH_OPERATOR_KEY: "an-operator-key-of-the-tests" };
    const before = await runTestServer(variables);
    const ada = await signUp(before);
    await addTotp(before, ada.token);
    const login = (server: Calls): Promise<Answer> =>
      server.post("auth/login", { email: ada.email, password: PASSWORD });
    expect((await login(before)).error?.code).toBe("FACTOR_REQUIRED");
    await before.close();
    const command = ["users", "remove-factors", ada.email.toUpperCase()];
    expect(await run(command, variables)).toEqual([
      0,
      `Second factors of ${ada.email.toUpperCase()} that were removed: 1.`,
    ]);
    expect((await run(command, variables))[1]).toContain("removed: 0.");
    expect(await run(["users", "remove-factors", "no@b.co"], variables)).toEqual([
      1,
      "There is no account with the e-mail no@b.co.",
    ]);
    const after = await runTestServer(variables);
    expect((await login(after)).status).toBe(200);
    const trail = await after.get<{ action: string; actor: string }[]>("audit?limit=100", {
      key: "an-operator-key-of-the-tests",
    });
    expect(trail.data).toContainEqual(
      expect.objectContaining({ action: "factor.removed", actor: "operator" }),
    );
  });
});

describe("users enable", () => {
  test("accepts the keys and logins of a disabled account again, and no ended session", async () => {
    const variables = await dataDir();
    const before = await runTestServer(variables);
    const ada = await signUp(before);
    const { key } = await makeKey(before, ada.token, ["read"]);
    await before.close();

    expect((await run(["users", "disable", ada.email], variables))[0]).toBe(0);
    const [code, output] = await run(["users", "enable", ada.email.toUpperCase()], variables);
    expect([code, output]).toEqual([0, expect.stringContaining("is enabled")]);
    // What is enabled already stays so.
    expect((await run(["users", "enable", ada.email], variables))[0]).toBe(0);

    const after = await runTestServer(variables);
    expect((await after.get("deployments", { key })).status).toBe(200);
    const login = await after.post("auth/login", { email: ada.email, password: PASSWORD });
    expect(login.status).toBe(200);
    const refreshed = await after.post("auth/refresh", { refreshToken: ada.refreshToken });
    expect(refreshed.error?.code).toBe("INVALID_TOKEN");
  });
});

describe("sessions end", () => {
  test("ends the sessions of all accounts, keys stay, and the trail says so", async () => {
    const variables = await dataDir();
    const before = await runTestServer(variables);
    const people = [await signUp(before), await signUp(before), await signUp(before)];
    const { key } = await makeKey(before, people[0]!.token, ["read"]);
    await before.close();
    const [code, output] = await run(["sessions", "end"], variables);
    expect([code, output]).toEqual([
      0,
      "Sessions that were ended: 3. Everybody has to log in again; API keys are as they were.",
    ]);
    expect((await run(["sessions", "end"], variables))[1]).toContain("ended: 0.");
    expect((await run(["audit", "verify"], variables))[0]).toBe(0);

    const after = await runTestServer(variables);
    for (const { token, refreshToken } of people) {
      expect((await after.get("auth/me", { token })).error?.code).toBe("INVALID_TOKEN");
      const refreshed = await after.post("auth/refresh", { refreshToken });
      expect(refreshed.error?.code).toBe("INVALID_TOKEN");
    }
    expect((await after.get("deployments", { key })).status).toBe(200);
    const { email } = people[0]!;
    expect((await after.post("auth/login", { email, password: PASSWORD })).status).toBe(200);
  });
});

describe("keys rotate", () => {
  test("signs with the next key; tokens in use stay good", async () => {
    const variables = await dataDir();
    const before = await runTestServer(variables);
    const { email, token } = await signUp(before);
    await before.close();
    // The keys were made on the server's standing clock, long before the machine's.
    const [code, output] = await run(["keys", "rotate"], variables);
    expect([code, output]).toEqual([0, expect.stringContaining("are signed by")]);

    const after = await runTestServer(variables);
    expect((await after.get("auth/me", { token })).status).toBe(200);
    const login = await after.post<{ token: string }>("auth/login", { email, password: PASSWORD });
    expect(kidOf(login.data.token)).not.toBe(kidOf(token));
    expect(output).toContain(kidOf(login.data.token));
  });

  test("waits until verifiers can know the next key", async () => {
    const variables = await dataDir();
    await (await runTestServer(variables)).close();
    expect((await run(["keys", "rotate"], variables))[0]).toBe(0);
    const [code, output] = await run(["keys", "rotate"], variables);
    expect(code).toBe(1);
    expect(output).toMatch(/Try again in \d+ s/);
  });
});

describe("SIGHUP at a running server", () => {
  test("rotates the keys, once verifiers can know the next one", async () => {
    const { logger, lines } = collectingLogger();
    const server = await runTestServer({}, { logger });
    const { email, token } = await signUp(server);
    const login = async (): Promise<string> =>
      (await server.post<{ token: string }>("auth/login", { email, password: PASSWORD })).data
        .token;
    await server.refresh();
    expect(lines.at(-1)).toMatchObject({ level: "warn", details: { retryAfterSeconds: 60 } });
    expect(kidOf(await login())).toBe(kidOf(token));

    await server.clock.advance(60_000);
    await server.refresh();
    const kid = kidOf(await login());
    expect(kid).not.toBe(kidOf(token));
    expect(lines).toContainEqual(expect.objectContaining({ level: "info", details: { kid } }));
    expect((await server.get("auth/me", { token })).status).toBe(200);
  });
});

describe("store copy", () => {
  test("moves a whole service to another engine", async () => {
    const variables = await dataDir();
    const before = await runTestServer(variables);
    const { token, refreshToken } = await signUp(before);
    const { key } = await makeKey(before, token, ["read"]);
    await before.close();

    const target = `sqlite:${join(variables.DATA_DIR, "auth.db")}`;
    const [code] = await run(["store", "copy", variables.AUTH_STORE_URL, target], variables);
    expect(code).toBe(0);

    const after = await runTestServer({ ...variables, AUTH_STORE_URL: target });
    expect((await after.get("auth/me", { token })).status).toBe(200);
    expect((await after.get("deployments", { key })).status).toBe(200);
    expect((await after.post("auth/refresh", { refreshToken })).status).toBe(200);
  });
});

describe("a command", () => {
  test.each([["keys"], ["keys", "rotate", "now"], ["users", "disable"], ["nonsense"], ["stop"]])(
    "that is not one is 2 with a hint: %s",
    async (...words) => {
      const [code, output] = await run(words, {});
      expect(code).toBe(2);
      expect(output).toMatch(/There is no command|takes rotate|unexpected argument|needs EMAIL/);
      expect(output).not.toMatch(/^\s+at /m);
    },
  );

  test("--help is 0 with the usage", async () => {
    expect(await run(["--help"], {})).toEqual([0, expect.stringContaining("Usage: bourse auth")]);
  });

  test.each([
    ["keys", "rotate"],
    ["users", "disable", "a@b.co"],
  ])("%s %s beside a running server is refused and says what to do", async (...words) => {
    const variables = await dataDir();
    const server = await runTestServer(variables);
    const { email } = await signUp(server);
    const named = words.map((word) => (word === "a@b.co" ? email : word));
    const { code, output } = await runCommandProcess(named, variables);
    expect(code).toBe(1);
    expect(output).toContain("STORE_LOCKED");
    expect(output).toContain("Is the server running?");
    expect(output.includes("SIGHUP")).toBe(words[0] === "keys");
    expect((await server.post("auth/login", { email, password: PASSWORD })).status).toBe(200);
  });

  test("on a folder without data makes none", async () => {
    const variables = await dataDir();
    const [code, output] = await run(["keys", "rotate"], variables);
    expect([code, output]).toEqual([1, expect.stringContaining("STORE_NOT_FOUND")]);
    expect(await readdir(variables.DATA_DIR)).toEqual([]);
  });

  test("with a bad setting is 2 and names it", async () => {
    const [code, output] = await run(["keys", "rotate"], { AUTH_ALGORITHM: "RS256" });
    expect(code).toBe(2);
    expect(output).toContain("AUTH_ALGORITHM");
  });
});

function kidOf(token: string): string {
  const [head = ""] = token.split(".");
  return (JSON.parse(Buffer.from(head, "base64url").toString()) as { kid: string }).kid;
}
