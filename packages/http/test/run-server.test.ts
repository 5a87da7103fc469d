import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";

import { describe, expect, onTestFinished, test } from "vitest";

import { childVariables } from "../../../test/support/child-variables.ts";
import type { ReadyMessage } from "../src/index.ts";
import { eventually } from "./eventually.ts";
import { serveSample } from "./serve-sample.ts";

interface Process {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  readonly ready: Promise<ReadyMessage>;
  readonly exit: Promise<number | null>;
}

/** Starts the sample server; with `isLaunched: false` it has no launcher to send its message to. */
function start(
  variables: Record<string, string> = {},
  { isLaunched = true }: { isLaunched?: boolean } = {},
): Process {
  const child = fork(new URL("./fixtures/sample-server.ts", import.meta.url), [], {
    execArgv: ["-C", "@bourse/source", ...(isLaunched ? [] : ["--import", withoutLauncher])],
    env: { ...childVariables(), ...variables },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  const ready = new Promise<ReadyMessage>((resolve) =>
    child.once("message", (m) => resolve(m as ReadyMessage)),
  );
  const exit = once(child, "close").then(([code]) => code as number | null);
  return { child, output, ready, exit };
}

/** Hides the channel to the parent, as if a person had started the process. */
const withoutLauncher = "data:text/javascript,process.send=undefined";

/** A call with more blanks in its quotes than a line of the screen holds. */
const FIRST_CALL = `curl http://sample \\\n-d '{"text":"${"long ".repeat(12)}text"}'`;
const INDENT = " ".repeat(12);

describe("a server process", { timeout: 30_000 }, () => {
  test("tells its launcher where it is, serves, and ends with 0 at SIGTERM", async () => {
    const { child, ready, exit } = start({ LOG_FORMAT: "json" });
    const message = await ready;
    expect(message).toEqual({
      type: "bourse-ready",
      service: "bourse-sample",
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      docsUrl: `${message.url}/docs`,
      store: "memory",
      hint: null,
      firstCall: FIRST_CALL,
      network: [],
      settings: { LOG_FORMAT: "json" },
    });
    expect((await fetch(`${message.url}/api/jobs/stats`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
  });

  test("tells a person the same in a few lines", async () => {
    const { child, output, exit } = start({ LOG_LEVEL: "silent" }, { isLaunched: false });
    await eventually("the lines", () => output.stdout.includes("bourse config"));
    expect(output.stdout.split("\n")).toEqual([
      "bourse-sample is ready. Ctrl-C ends it.",
      expect.stringMatching(/^ {2}App {7}http:\S+$/),
      expect.stringMatching(/^ {2}Docs {6}http:\S+\/docs$/),
      ...FIRST_CALL.split("\n").map((line, at) => (at === 0 ? "  Try       " : INDENT) + line),
      "  Network   only this machine can connect",
      "  Data      memory",
      "  Settings  LOG_LEVEL=silent",
      `${INDENT}all of them: bourse config sample`,
      "",
    ]);
    child.kill("SIGINT");
    expect(await exit).toBe(0);
  });

  test("answers the request under way before it ends", async () => {
    const { child, ready, exit } = start();
    const { url } = await ready;
    const reply = fetch(`${url}/api/wait`);
    await fetch(`${url}/livez`);
    child.kill("SIGTERM");
    expect(await (await reply).json()).toEqual({ waited: true });
    expect(await exit).toBe(0);
  });

  test("refreshes at SIGHUP, as often as it comes, and goes on", async () => {
    const { child, ready, exit, output } = start();
    const { url } = await ready;
    for (const times of [1, 2]) {
      child.kill("SIGHUP");
      await eventually("it", () => output.stdout.split('"refreshed"').length - 1 === times);
    }
    expect((await fetch(`${url}/api/jobs/stats`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
  });

  test("ends with its launcher", async () => {
    const { child, ready } = start();
    await ready;
    // Node never tells "close" of a child whose channel the parent has closed itself.
    const exit = once(child, "exit");
    child.disconnect();
    expect(await exit).toEqual([0, null]);
  });

  test("ends at once, with 130, at a second signal", async () => {
    const { child, ready, exit, output } = start({ SAMPLE_FAULT: "slow-close" });
    await ready;
    child.kill("SIGINT");
    await eventually("the first to be heard", () => output.stdout.includes('"ending"'));
    child.kill("SIGINT");
    expect(await exit).toBe(130);
  });

  test("that is told to end while it starts ends in good order once it has started", async () => {
    const { child, exit, output } = start({ SAMPLE_FAULT: "slow-start" });
    await eventually("the start", () => output.stdout.includes('"starting"'));
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
  });

  test("logs the configuration in force with its secrets masked", async () => {
    const { child, ready, output, exit } = start({ API_KEYS: "hunter2hunter2hunter2" });
    await ready;
    child.kill("SIGTERM");
    await exit;
    const [first = ""] = output.stdout.split("\n");
    expect(JSON.parse(first)).toMatchObject({ config: { API_KEYS: "1 set", HOST: "127.0.0.1" } });
    expect(output.stdout).not.toContain("hunter2");
  });
});

describe("a server process that can't run", { timeout: 30_000 }, () => {
  test("names every bad variable and exits with 1, before it opens anything", async () => {
    const { output, exit } = start({ SAMPLE_PORT: "x", LOG_LEVEL: "loud", API_KEYS: "hunter2" });
    expect(await exit).toBe(1);
    expect(output.stdout).toBe("");
    expect(output.stderr).toContain(
      "bourse-sample did not start: correct 3 environment variables:",
    );
    for (const name of ["SAMPLE_PORT", "LOG_LEVEL", "API_KEYS"]) {
      expect(output.stderr).toContain(`  ${name}: expected `);
    }
    expect(output.stderr).not.toContain("hunter2");
  });

  test("says in one sentence that its port is taken, and exits with 1", async () => {
    const { port } = await serveSample();
    const { output, exit } = start({ SAMPLE_PORT: String(port) });
    expect(await exit).toBe(1);
    expect(output.stderr).toBe(
      `bourse-sample did not start: port ${port} of 127.0.0.1 is taken by another process: ` +
        "stop that one or choose another port.\n",
    );
  });

  test("exits with 1 when starting fails", async () => {
    const { output, exit } = start({ SAMPLE_FAULT: "start" });
    expect(await exit).toBe(1);
    expect(output.stderr).toContain("the store is gone");
  });

  test.each(["rejection", "exception"])(
    "logs an unhandled %s as fatal, drains, and exits with 1",
    async (fault) => {
      const { output, exit } = start({ SAMPLE_FAULT: fault });
      expect(await exit).toBe(1);
      expect(output.stdout).toContain('"level":"fatal"');
      expect(output.stdout).toContain("nobody caught me");
      expect(output.stdout).toContain('"reason":"unhandled error"');
    },
  );

  test("exits with 1 when closing fails", async () => {
    const { child, ready, exit, output } = start({ SAMPLE_FAULT: "close" });
    await ready;
    child.kill("SIGTERM");
    expect(await exit).toBe(1);
    expect(output.stdout).toContain("closing went wrong");
  });
});
