/** `bourse backtest alert test`: a test message by each way that alerts go. */

import { readEnvironment } from "@bourse/http/environment";
import { createClosingStack } from "@bourse/kernel";
import { backtestEnvironment, checkAlerts, openAlertChannels } from "@bourse/server-backtest/parts";
import { sendTestAlert } from "@bourse/trading-core/process";

import type { CommandTable, ExitCode, Flags, Surroundings } from "../command/command.ts";
import { JSON_FLAG } from "./flag-tables.ts";

/** The command by its words. */
export const alertCommand: CommandTable = {
  "alert test": {
    summary:
      "send a test by each way that alerts go, and say whether it was taken; 1 unless all were",
    details:
      "The ways are set as for the server: ALERT_MAIL_TO with SMTP_URL and MAIL_FROM, ALERT_TELEGRAM_TOKEN with ALERT_TELEGRAM_CHAT. Quiet hours do not hold it, and a running server is not asked.",
    flags: JSON_FLAG,
    run: ({ flags }, surroundings) => testAlerts(flags, surroundings),
  },
};

async function testAlerts(
  flags: Flags,
  { variables, stdout, stderr }: Surroundings,
): Promise<ExitCode> {
  const config = readEnvironment(backtestEnvironment, variables);
  checkAlerts(config);
  const opened = createClosingStack();
  try {
    const channels = await openAlertChannels(config, opened);
    const tested = await sendTestAlert({ channels, service: config.APP_NAME });
    if (flags["json"] === true) stdout(JSON.stringify(tested, null, 2));
    else for (const each of tested) stdout(lineOf(each));
    if (tested.length === 0) {
      stderr(
        "No alerts are set: set ALERT_MAIL_TO, or ALERT_TELEGRAM_TOKEN and ALERT_TELEGRAM_CHAT.",
      );
      return 1;
    }
    return tested.every(({ status }) => status === "sent") ? 0 : 1;
  } finally {
    await opened.close();
  }
}

const STATUS = {
  sent: "taken",
  failed: "not taken",
  refused: "refused for good",
  unknown: "not known",
} as const;

function lineOf({
  channel,
  status,
  reason,
}: {
  readonly channel: string;
  readonly status: keyof typeof STATUS;
  readonly reason: string | null;
}): string {
  return `${channel.padEnd(10)}${STATUS[status]}${reason === null ? "" : `: ${reason}`}`;
}
