import { stripVTControlCharacters } from "node:util";

import { describe, expect, test, vi } from "vitest";

import { humanLine } from "../src/logging/human-line.ts";
import { createLogDestination, type LostLines } from "../src/logging/log-destination.ts";
import { wantsColour } from "../src/logging/wants-colour.ts";

/** A descriptor that answers each write by the next of `answers`: a number of bytes, all of them, or a fault. */
function slowDescriptor() {
  const answers: (number | "all" | "ENOSPC" | "EAGAIN")[] = [];
  let text = "";
  const recovered: LostLines[] = [];
  const write = (_fd: number, bytes: Uint8Array): number => {
    const answer = answers.shift() ?? "all";
    if (answer === "ENOSPC" || answer === "EAGAIN") {
      throw Object.assign(new Error(answer), { code: answer });
    }
    const taken = answer === "all" ? bytes.length : answer;
    text += Buffer.from(bytes.subarray(0, taken)).toString();
    return taken;
  };
  const onRecovered = (lost: LostLines): void => void recovered.push(lost);
  const destination = createLogDestination(1, { onRecovered, write });
  return { destination, answers, recovered, text: () => text };
}

describe("a log on a full disk", () => {
  test("drops lines, counts them, and tells the count with the next line that fits", () => {
    const { destination, answers, recovered, text } = slowDescriptor();
    answers.push("ENOSPC", "ENOSPC", "all");
    for (const line of ["a\n", "b\n", "c\n", "d\n"]) destination.write(line);
    expect(text()).toBe("c\nd\n");
    expect(recovered).toEqual([{ lost: 2, code: "ENOSPC" }]);
  });

  test("goes on with a line of its own after one that was cut off", () => {
    const { destination, answers, recovered, text } = slowDescriptor();
    answers.push(3, "ENOSPC", "all");
    destination.write("first\n");
    destination.write("second\n");
    expect(text()).toBe("fir\nsecond\n");
    expect(recovered).toEqual([{ lost: 1, code: "ENOSPC" }]);
  });
});

describe("a log with a slow reader", () => {
  test("keeps lines in order until the reader goes on, and loses none", () => {
    vi.useFakeTimers();
    try {
      const { destination, answers, recovered, text } = slowDescriptor();
      answers.push(2, "EAGAIN");
      destination.write("first\n");
      destination.write("second\n");
      expect(text()).toBe("fi");
      vi.runAllTimers();
      expect(text()).toBe("first\nsecond\n");
      expect(recovered).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("keeps at most 1 MiB and counts what is beyond", () => {
    const { destination, answers, recovered, text } = slowDescriptor();
    const line = `${"x".repeat(99_999)}\n`;
    answers.push("EAGAIN");
    for (let count = 0; count < 12; count++) destination.write(line);
    destination.flush();
    expect(text()).toHaveLength(10 * line.length);
    destination.write("next\n");
    expect(recovered).toEqual([{ lost: 2, code: "EAGAIN" }]);
  });
});

describe("a line for people", () => {
  const line = (fields: object): string =>
    humanLine(
      JSON.stringify({
        level: "info",
        time: "2026-01-01T10:20:30.000Z",
        pid: 1,
        hostname: "h",
        name: "bourse-auth",
        ...fields,
      }),
    );

  test("has time, level, service, message and fields", () => {
    expect(line({ method: "GET", status: 200, route: null, msg: "request" })).toBe(
      "10:20:30 INFO  bourse-auth request method=GET status=200\n",
    );
  });

  test("puts the stack of an error below", () => {
    expect(line({ err: { message: "no", stack: "Error: no\n    at x" }, msg: "failed" })).toBe(
      "10:20:30 INFO  bourse-auth failed\n    Error: no\n    at x\n",
    );
  });

  test("keeps a field with many members to the width of a terminal, on lines of its own", () => {
    const config = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `AUTH_SETTING_${at}`,
        at % 7 === 0 ? "two words" : `${at}`,
      ]),
    );
    const [first, title, ...rest] = line({ config, audit: { a: 1 }, msg: "starting" }).split("\n");
    expect(first).toBe('10:20:30 INFO  bourse-auth starting audit={"a":1}');
    expect(title).toBe("    config:");
    expect(rest.pop()).toBe("");
    expect(
      rest.every((text) => text.length <= 80 && text.startsWith("        AUTH_SETTING_")),
    ).toBe(true);
    expect(rest.length).toBeLessThan(20);
    expect(
      rest
        .map((text) => text.trim())
        .join("  ")
        .split(/ {2}/),
    ).toEqual(
      Object.entries(config).map(
        ([name, value]) => `${name}=${/ /.test(value) ? JSON.stringify(value) : value}`,
      ),
    );
    const colourless = stripVTControlCharacters(
      humanLine(
        JSON.stringify({ level: "info", time: "2026-01-01T10:20:30.000Z", name: "n", config }),
        true,
      ),
    );
    expect(colourless.split("\n").slice(1).join("\n")).toBe([title, ...rest, ""].join("\n"));
  });

  test("shows control characters of a caller as escapes, in names and values alike", () => {
    const escape = "\u001b[2J\n10:20:30 INFO  forged\u009b1m\u202e";
    const shown = line({ [escape]: escape, path: escape, msg: escape });
    const members = line({ config: { [escape]: escape, more: "x".repeat(90) } });
    expect(members.split("\n")).toHaveLength(5);
    expect(members.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(shown.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(shown).toContain("\\u001b[2J\\u000a10:20:30 INFO  forged\\u009b1m\\u202e");
  });

  test("has colours only when it is asked for them, and never those of a caller", () => {
    const json = JSON.stringify({
      level: "error",
      time: "2026-01-01T10:20:30.000Z",
      name: "bourse-auth",
      msg: "\u001b[31mred",
      status: 500,
    });
    expect(humanLine(json, true)).toBe(
      "\u001b[2m10:20:30\u001b[0m \u001b[31mERROR\u001b[0m \u001b[2mbourse-auth\u001b[0m \\u001b[31mred \u001b[2mstatus=\u001b[0m500\n",
    );
    expect(humanLine(json)).not.toContain("\u001b");
  });
});

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: "1" }, true, false],
  [{ NO_COLOR: "" }, true, true],
  [{ TERM: "dumb" }, true, false],
  [{ FORCE_COLOR: "1" }, false, true],
  [{ FORCE_COLOR: "0" }, true, false],
  [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
])("with %j and a terminal %s there are colours: %s", (variables, isTerminal, expected) => {
  expect(wantsColour(variables, isTerminal)).toBe(expected);
});
