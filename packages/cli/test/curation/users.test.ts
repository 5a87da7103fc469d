import { join as joinPath } from "node:path";

import { readEnvironment } from "@bourse/http";
import { createClosingStack } from "@bourse/kernel";
import { expect, test } from "vitest";

import { curationEnvironment } from "../../../../servers/curation/src/environment.ts";
import { openCurationCore } from "../../../../servers/curation/src/open-core.ts";
import { tempFolder } from "../../../../servers/curation/test/support/temp-folder.ts";
import { runCuration } from "../support/run-words.ts";

test("the operator suspends an account, lifts that, and deletes the account", async () => {
  const folder = await tempFolder();
  const variables = {
    DATA_DIR: folder,
    CURATION_STORE_URL: `lowdb:${joinPath(folder, "c.json")}`,
  };
  const onCore = async <T>(act: (core: Core) => Promise<T>): Promise<T> => {
    const opened = createClosingStack();
    const config = readEnvironment(curationEnvironment, variables);
    const { core } = await openCurationCore(config, opened, () => undefined);
    try {
      return await act(core);
    } finally {
      await opened.close();
    }
  };
  const walletAddress = `0x${"a".repeat(40)}`;
  const { user } = await onCore(({ accounts }) =>
    accounts.register({ username: "ada", walletAddress }),
  );
  const run = async (...words: readonly string[]) => {
    const lines: string[] = [];
    const say = (line: string) => lines.push(line);
    const output = { stdout: say, stderr: say, askYesOrNo: undefined };
    const code = await runCuration(["users", ...words], variables, output);
    return [code, lines.join("\n")];
  };
  const reason = "Floods the queue.";
  const until = "2100-01-01T00:00:00Z";
  expect((await run("suspend", "ada", reason, "--until", "soon"))[0]).toBe(2);
  expect((await run("suspend", "nobody", reason))[0]).toBe(1);
  expect((await run("suspend", "ada", "no"))[0]).toBe(1);
  expect((await run("reinstate", "ada"))[0]).toBe(1);
  const later = await run("suspend", "ada", reason, "--until", until);
  expect(later[0], "ten years at most").toBe(1);
  expect(await run("suspend", "user:ada", reason)).toEqual([
    0,
    "ada can read, and change nothing, from the next request on.",
  ]);
  const suspended = await onCore(({ accounts }) => accounts.get(user.id));
  expect(suspended.suspension).toMatchObject({ reason, until: null });
  expect(await run("reinstate", "ada")).toEqual([0, "ada is no longer suspended."]);
  expect((await run("delete", "ada"))[0]).toBe(1);
  const [code, text] = await run("delete", "ada", "--yes");
  expect([code, text]).toEqual([0, expect.stringContaining("ada is deleted")]);
  const rows = await onCore(({ trail }) => trail.find({ account: user.id }));
  expect(rows.items.map(({ action }) => action)).toEqual([
    "account.deleted",
    "account.deletion_ordered",
    "account.reinstated",
    "account.suspended",
  ]);
});

type Core = Awaited<ReturnType<typeof openCurationCore>>["core"];
