/** Alerts by mail. */

import { anyFunction, anyText, checkArguments, objectOf } from "@bourse/kernel";
import { isOutboxError, type MailSender } from "@bourse/outbox";

import type { AlertChannel } from "./alert-channel.ts";

/** Errors of a mail server's address or login, which come before any mail is handed over. */
const BEFORE_THE_MAIL: ReadonlySet<unknown> = new Set(["EDNS", "EAUTH", "ECONNREFUSED"]);

/**
 * The channel `mail` to one address; the id of a message is that of the mail, the same when it is sent again.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function mailChannel(sender: MailSender, to: string): AlertChannel {
  const rules = { sender: objectOf({ send: anyFunction }), to: anyText };
  checkArguments("mailChannel", rules, [sender, to]);
  return Object.freeze<AlertChannel>({
    name: "mail",
    maxLength: 20_000,
    async send({ id, subject, text }, { signal }) {
      try {
        await sender.send({ to, subject, text }, { id, signal });
        return { status: "sent" };
      } catch (error) {
        if (isOutboxError(error, "DELIVERY_REFUSED")) {
          return { status: "refused", reason: error.message };
        }
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
        if (typeof responseCode === "number") {
          return { status: "failed", reason: `The mail server answered ${responseCode}.` };
        }
        if (BEFORE_THE_MAIL.has(code)) {
          return { status: "failed", reason: `The mail server cannot be used: ${String(code)}.` };
        }
        throw error;
      }
    },
  });
}
