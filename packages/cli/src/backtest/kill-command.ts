/** `bourse backtest trade kill`: sets, shows and releases the kill switch of the running server. */

import {
  type CommandTable,
  type ExitCode,
  type Flags,
  type Surroundings,
  textFlag,
  UsageError,
} from "../command/command.ts";
import type { ServerCall } from "./ask-server.ts";
import { JSON_FLAG } from "./flag-tables.ts";

/** The command by its words. */
export const killCommand: CommandTable = {
  "trade kill": {
    summary: "stop all orders of the running server at once, until the kill switch is released",
    details:
      "The server is asked at BACKTEST_URL, else at HOST and BACKTEST_PORT, under the key BACKTEST_API_KEY, else the first of API_KEYS. When the command ends with 0, no order is placed any more. Cancels and closes go on.",
    flags: {
      flatten: { description: "also cancel own orders and close own positions" },
      reason: { value: "TEXT", description: "reason, for the record", default: "by command" },
      show: { description: "only show the kill switch" },
      release: { description: "release the kill switch" },
      ...JSON_FLAG,
    },
    examples: ["--reason 'prices look wrong'", "--flatten", "--show", "--release"],
    run: ({ flags }, surroundings) => runKill(flags, surroundings),
  },
};

async function runKill(flags: Flags, { variables, stdout }: Surroundings): Promise<ExitCode> {
  const call = callOf(flags);
  const { askServer } = await import("./ask-server.ts");
  const answer = await askServer(variables, call);
  if (flags["json"] === true) {
    stdout(JSON.stringify(answer, null, 2));
    return 0;
  }
  stdout(sentenceOf(answer["kill_switch"] as Readonly<Record<string, string | null>>));
  return 0;
}

function callOf(flags: Flags): ServerCall {
  const path = "/kill-switch";
  const { show, release, flatten } = flags;
  const reason = textFlag(flags, "reason");
  const isSetting = flatten === true || reason !== undefined;
  if (show === true && release === true) {
    throw new UsageError("--show and --release do not go together.");
  }
  if ((show === true || release === true) && isSetting) {
    throw new UsageError("--show and --release take neither --flatten nor --reason.");
  }
  if (show === true) return { method: "GET", path };
  if (release === true) return { method: "DELETE", path };
  const mode = flatten === true ? "flatten" : "freeze";
  return { method: "PUT", path, body: { mode, reason: reason ?? "by command" } };
}

function sentenceOf(killSwitch: Readonly<Record<string, string | null>>): string {
  const { state, reason, source, set_by: by, set_at: at } = killSwitch;
  if (state === "off") return "The kill switch is off.";
  const who = by === null ? source : `${source} (${by})`;
  return `The kill switch is on (${state}) since ${at}, by ${who}: ${reason}`;
}
