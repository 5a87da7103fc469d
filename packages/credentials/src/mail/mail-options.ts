/** Options of the mails of accounts. */

import {
  type Instruments,
  type OptionRule,
  booleanOption,
  functionOption,
  integerOption,
  optional,
  portOption,
  resolveOptions,
  textOption,
} from "@bourse/kernel";
import type { MailSender, OutboxFailure, Watermark } from "@bourse/outbox";

import { DEFAULT_MAIL_TEXTS, type MailTexts } from "./mail-texts.ts";

/** Mails of a core with accounts: forgotten passwords, proofs of addresses, notices of changes. */
export interface AccountMailOptions {
  /**
   * Address of the web page that links lead to, `http:` or `https:`, or a function that returns it. The token follows
   * behind a `#`, which browsers send to nobody: `https://accounts.example/#reset-password=pr_…`.
   */
  readonly publicUrl: string | (() => string);
  /** Sends the mails. Default: none, and requests for a mail are refused with MAIL_UNAVAILABLE. */
  readonly sender?: MailSender;
  /** Name of the service in the mails, 1–100 characters. Default `Bourse`. */
  readonly service?: string;
  /** Texts in place of the default ones. */
  readonly texts?: Partial<MailTexts>;
  /**
   * True for a new address to count once the link that it gets is opened; false for a change at once. Counts only with
   * `sender`. Default true.
   */
  readonly confirmsEmailChanges?: boolean;
  /** Maximum number of mails that may be asked for one address within an hour. 1–1000. Default 5. */
  readonly mailRequestsPerAccount?: number;
  /** Maximum number of mails that one IP address (IPv6: per /64) may ask for within an hour. 1–10,000. Default 30. */
  readonly mailRequestsPerAddress?: number;
  /** Number beside the store, by which a restored backup is recognised: see `OutboxOptions`. Default: none. */
  readonly watermark?: Watermark;
  /** Called when a mail could not be sent; it is tried again unless it is dead. Default: nothing. */
  readonly onFailure?: (failure: OutboxFailure) => void;
  /** Registry of metrics of the outbox. Default: none. */
  readonly metrics?: Instruments;
}

/** The options in force. */
export interface ResolvedMailOptions {
  readonly publicUrl: () => string;
  readonly sender: MailSender | undefined;
  readonly service: string;
  readonly texts: MailTexts;
  readonly confirmsEmailChanges: boolean;
  readonly mailRequestsPerAccount: number;
  readonly mailRequestsPerAddress: number;
  readonly watermark: Watermark | undefined;
  readonly onFailure: ((failure: OutboxFailure) => void) | undefined;
  readonly metrics: Instruments | undefined;
}

const TEXT_NAMES: readonly string[] = Object.keys(DEFAULT_MAIL_TEXTS);

const textsOption: OptionRule<Partial<MailTexts>> = {
  expected: `an object with functions, of ${TEXT_NAMES.join(", ")}`,
  accepts: (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).every(
      ([name, text]) => TEXT_NAMES.includes(name) && typeof text === "function",
    ),
  absent: () => ({}),
};

const urlOption: OptionRule<string | (() => string)> = {
  expected: "an http or https address without a query or fragment, or a function that returns one",
  accepts: (value) => typeof value === "function" || isPageUrl(value),
  absent: null,
};

function isPageUrl(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && search === "" && hash === "";
}

/** The rule of the option `mail`: its own members are checked when it is resolved. */
export const mailOption: OptionRule<AccountMailOptions | undefined> = optional({
  expected: "an object with publicUrl",
  accepts: (value) => typeof value === "object" && value !== null && "publicUrl" in value,
  absent: null,
});

/** The options in force. @throws KernelError OPTION_INVALID */
export function resolveMailOptions(given: AccountMailOptions): ResolvedMailOptions {
  const resolved = resolveOptions<
    Omit<ResolvedMailOptions, "publicUrl" | "texts"> & {
      readonly publicUrl: string | (() => string);
      readonly texts: Partial<MailTexts>;
    }
  >("mail", given, {
    publicUrl: urlOption,
    sender: optional(portOption<MailSender>(["send"])),
    service: textOption({ default: "Bourse", maxLength: 100 }),
    texts: textsOption,
    confirmsEmailChanges: booleanOption({ default: true }),
    mailRequestsPerAccount: integerOption({ min: 1, max: 1000, default: 5 }),
    mailRequestsPerAddress: integerOption({ min: 1, max: 10_000, default: 30 }),
    watermark: optional(portOption<Watermark>(["read", "write"])),
    onFailure: optional(functionOption<(failure: OutboxFailure) => void>()),
    metrics: optional(portOption<Instruments>(["counter", "gauge"])),
  });
  const { publicUrl } = resolved;
  return {
    ...resolved,
    publicUrl: typeof publicUrl === "string" ? () => publicUrl : publicUrl,
    texts: { ...DEFAULT_MAIL_TEXTS, ...resolved.texts },
  };
}
