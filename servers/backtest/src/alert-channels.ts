/** Ways that the alerts of the server go, as its settings have them. */

import { KernelError, type ClosingStack } from "@bourse/kernel";
import { createSmtpSender } from "@bourse/outbox/mail";
import { mailChannel, telegramChannel, type AlertChannel } from "@bourse/trading-core/process";

import { readAlertTexts } from "./alert-texts.ts";
import type { BacktestEnvironment } from "./environment.ts";
import { partsOf } from "./roles.ts";

/** Passes when the settings of alerts go together. @throws KernelError OPTION_INVALID */
export function checkAlerts(config: BacktestEnvironment): void {
  const { ALERT_MAIL_TO, SMTP_URL, MAIL_FROM } = config;
  const { ALERT_TELEGRAM_TOKEN: token, ALERT_TELEGRAM_CHAT: chat } = config;
  if (ALERT_MAIL_TO !== undefined && (SMTP_URL === undefined || MAIL_FROM === undefined)) {
    throw refused("ALERT_MAIL_TO", "needs SMTP_URL and MAIL_FROM");
  }
  if ((token === undefined) !== (chat === undefined)) {
    throw refused("ALERT_TELEGRAM_TOKEN", "and ALERT_TELEGRAM_CHAT are set together");
  }
  if (token !== undefined && chat !== undefined) {
    try {
      telegramChannel({ token, chat });
    } catch {
      throw refused(
        "ALERT_TELEGRAM_TOKEN",
        "or ALERT_TELEGRAM_CHAT has another form: 123456:ABC…, -1001234567890",
      );
    }
  }
  readAlertTexts(config.ALERT_TEXTS_FILE);
  const isSet = ALERT_MAIL_TO !== undefined || token !== undefined;
  if (isSet && partsOf(config).isShared && config.BACKTEST_MASTER_KEY === undefined) {
    throw refused("BACKTEST_MASTER_KEY", "is needed for alerts of processes that share a store");
  }
}

/**
 * Opens the channels of the alerts that are set, until `opened` is closed: mail first. Nothing is sent.
 *
 * @throws OutboxError SMTP_URL_INVALID, NODEMAILER_MISSING
 */
export async function openAlertChannels(
  config: BacktestEnvironment,
  opened: ClosingStack,
): Promise<readonly AlertChannel[]> {
  const { ALERT_MAIL_TO: to, SMTP_URL: url, MAIL_FROM: from } = config;
  const {
    ALERT_TELEGRAM_TOKEN: token,
    ALERT_TELEGRAM_CHAT: chat,
    ALERT_TELEGRAM_HOST: host,
  } = config;
  const channels: AlertChannel[] = [];
  if (to !== undefined && url !== undefined && from !== undefined) {
    const sender = await createSmtpSender({ url, from });
    opened.push(async () => sender.close());
    channels.push(mailChannel(sender, to));
  }
  if (token !== undefined && chat !== undefined) {
    channels.push(telegramChannel({ token, chat, ...(host !== undefined && { host }) }));
  }
  return channels;
}

function refused(variable: string, what: string): KernelError {
  return new KernelError("OPTION_INVALID", `${variable} ${what}.`, {
    details: { option: variable },
  });
}
