export type { Mail, MailSender, MailSending } from "../mail.ts";
export {
  createDevelopmentSender,
  type DevelopmentSenderOptions,
  type MailTerminal,
} from "./development-sender.ts";
export {
  openMailSender,
  type OpenedMailSender,
  type OpenMailSenderOptions,
} from "./open-mail-sender.ts";
export {
  openServerMail,
  type ServerMail,
  type ServerMailParts,
  type ServerMailSettings,
} from "./open-server-mail.ts";
export { createSmtpSender, type SmtpSender, type SmtpSenderOptions } from "./smtp-sender.ts";
