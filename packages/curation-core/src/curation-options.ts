/** Options of market curation, with their bounds and defaults. */

import {
  type AccountMailOptions,
  type LoginOptions,
  type ResolvedLoginOptions,
  loginOptionRules,
  mailOption,
  type OpenIdOptions,
  openIdOption,
  type PasskeyOptions,
  passkeysOption,
} from "@bourse/credentials";
import {
  type OptionRule,
  booleanOption,
  choiceOption,
  functionOption,
  integerOption,
  optional,
  portOption,
  resolveOptions,
  textOption,
} from "@bourse/kernel";
import { type WebhookOptions, webhooksOption } from "@bourse/outbox";

import type { DraftScorer } from "./rules/scorer.ts";
import { isAuthority, isChainReference, isUri } from "./wallet/uri-grammar.ts";
import type { WalletNames } from "./wallet/wallet-names.ts";
import type { EthCall, WalletVerifier } from "./wallet/wallet-verifier.ts";

/** Options of {@link createCurationCore}; the default `issuer` is `bourse-curation`. */
export interface CurationCoreOptions extends LoginOptions {
  /**
   * Host that sign-in messages name (EIP-4361 `domain`), with its port. At most 255 characters. Default
   * `localhost:3001`.
   */
  readonly domain?: string;
  /** URI that sign-in messages name. At most 2000 characters. Default `http://localhost:3001`. */
  readonly uri?: string;
  /**
   * Further origins at which the same page is open, such as `http://127.0.0.1:3001`: a message names the one whose host
   * asked for it. Default none.
   */
  readonly otherOrigins?: readonly string[];
  /** EIP-155 chain id in sign-in messages of EVM wallets. 1–2^53 − 1. Default 1. */
  readonly chainId?: number;
  /** Chain in sign-in messages of Solana wallets (CAIP-122). At most 64 characters. Default `mainnet`. */
  readonly solanaChain?: string;
  /** True to refuse registrations without a wallet proof. Default false; set it in production. */
  readonly requireWalletProof?: boolean;
  /** Wallet addresses whose accounts become admins when they prove ownership. Default none. */
  readonly adminWallets?: readonly string[];
  /**
   * Email addresses that are reserved for admins: an account gets one only with its one-time code
   * (`admins.renewCodes`), and becomes an admin by it. Default none.
   */
  readonly adminEmails?: readonly string[];
  /**
   * True when a link that proves an address of `adminEmails` makes its account an admin, see `accounts.verifyEmail`.
   * Such an address needs no code to register then. Counts only with mails that are sent. Default false.
   */
  readonly adminByVerifiedEmail?: boolean;
  /**
   * Review of own drafts and resolution of their markets: forbidden for all (`strict`), or allowed for admins, the
   * resolution only as long as no other admin can do it. Default `admins-excepted`.
   */
  readonly fourEyes?: "admins-excepted" | "strict";
  /** Lifetime of a claim in minutes after the holder's last action. 1–1440. Default 30. */
  readonly claimMinutes?: number;
  /** Maximum number of resolutions of one market: the last one cannot be disputed. 1–10. Default 3. */
  readonly resolutionRounds?: number;
  /** Maximum number of drafts of one author that are neither decided nor withdrawn. 1–100,000. Default 200. */
  readonly openDraftsPerAuthor?: number;
  /** Lifetime of a nonce in seconds. 10–3600. Default 300. */
  readonly nonceSeconds?: number;
  /** Maximum number of nonces in a minute for one IP address (IPv6: per /64). 1–1,000,000. Default 120. */
  readonly noncesPerMinute?: number;
  /** Number of events kept for listeners that reconnect. 100–1,000,000. Default 10,000. */
  readonly eventsKept?: number;
  /** Call to an EVM node that verifies signatures of contract wallets (EIP-1271). Default none: they are refused. */
  readonly ethCall?: EthCall;
  /** Names of wallets to show, such as `createEnsNames` of `@bourse/curation-core/ens-names`. Default: none. */
  readonly walletNames?: WalletNames;
  /** Verifier of wallet signatures. Default: EIP-191, EIP-1271 and EIP-6492 through `ethCall`, and Ed25519. */
  readonly walletVerifier?: WalletVerifier;
  /**
   * Days between an owner's request to delete an account and the deletion, in which the owner can log in and cancel it.
   * 0–365. Default 7.
   */
  readonly deletionWaitDays?: number;
  /**
   * Hours between the first proof of a recovery without the wallet and its completion, in which a login ends it. For as
   * long a password that was reset by a link does not replace a proved wallet. 0–720, default 72; 0 is for development.
   */
  readonly recoveryWaitHours?: number;
  /** Name of the service in authenticator apps and passkeys, 1–100 characters. Default `Bourse`. */
  readonly authenticatorName?: string;
  /** Passkeys as second factors, and as logins of their own. Default: none. */
  readonly passkeys?: PasskeyOptions;
  /** Sign-in with OpenID providers; `openOpenId` of `@bourse/credentials/openid` makes the option. Default: none. */
  readonly openId?: OpenIdOptions;
  /** Links for forgotten passwords, proofs of addresses and notices of changes by mail. Default: none. */
  readonly mail?: AccountMailOptions;
  /** Webhooks of accounts: events of their drafts, and for curators of all, posted to them. Default: none. */
  readonly webhooks?: WebhookOptions;
  /** Scorer of drafts. Default: the rule engine's own scores. */
  readonly scorer?: DraftScorer;
}

const textsOption: OptionRule<readonly string[]> = {
  expected: "a list of texts",
  accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  absent: () => [],
};

const originsOption: OptionRule<readonly string[]> = {
  expected: "a list of web origins such as http://127.0.0.1:3001",
  accepts: (value) =>
    Array.isArray(value) &&
    value.every(
      (item) =>
        typeof item === "string" &&
        URL.canParse(item) &&
        /^https?:$/.test(new URL(item).protocol) &&
        new URL(item).origin === item,
    ),
  absent: () => [],
};

/** A text of at most `maxLength` characters that `accepts` accepts. */
function formOption(
  form: string,
  fallback: string,
  maxLength: number,
  accepts: (text: string) => boolean,
): OptionRule<string> {
  return {
    expected: `${form} of at most ${maxLength} characters`,
    accepts: (value) => typeof value === "string" && value.length <= maxLength && accepts(value),
    absent: () => fallback,
  };
}

const RULES = {
  ...loginOptionRules("bourse-curation"),
  domain: formOption("a host with or without a port", "localhost:3001", 255, isAuthority),
  uri: formOption("a URI such as https://markets.example", "http://localhost:3001", 2000, isUri),
  otherOrigins: originsOption,
  chainId: integerOption({ min: 1, max: Number.MAX_SAFE_INTEGER, default: 1 }),
  solanaChain: formOption("a chain reference (CAIP-2)", "mainnet", 64, isChainReference),
  requireWalletProof: booleanOption({ default: false }),
  adminWallets: textsOption,
  adminEmails: textsOption,
  adminByVerifiedEmail: booleanOption({ default: false }),
  fourEyes: choiceOption(["admins-excepted", "strict"], { default: "admins-excepted" }),
  claimMinutes: integerOption({ min: 1, max: 1440, default: 30 }),
  resolutionRounds: integerOption({ min: 1, max: 10, default: 3 }),
  openDraftsPerAuthor: integerOption({ min: 1, max: 100_000, default: 200 }),
  nonceSeconds: integerOption({ min: 10, max: 3600, default: 300 }),
  noncesPerMinute: integerOption({ min: 1, max: 1_000_000, default: 120 }),
  eventsKept: integerOption({ min: 100, max: 1_000_000, default: 10_000 }),
  ethCall: optional(functionOption<EthCall>()),
  walletNames: optional(portOption<WalletNames>(["nameOf"])),
  walletVerifier: optional(portOption<WalletVerifier>(["parse", "verify"])),
  deletionWaitDays: integerOption({ min: 0, max: 365, default: 7 }),
  recoveryWaitHours: integerOption({ min: 0, max: 720, default: 72 }),
  authenticatorName: textOption({ default: "Bourse", maxLength: 100 }),
  passkeys: passkeysOption,
  openId: openIdOption,
  mail: mailOption,
  webhooks: webhooksOption,
  scorer: optional(portOption<DraftScorer>(["score"])),
};

/** Options that have no default. */
type WithoutDefault =
  | "ethCall"
  | "walletNames"
  | "walletVerifier"
  | "scorer"
  | "mail"
  | "passkeys"
  | "openId"
  | "webhooks";

/** The options in force. */
export type ResolvedCurationOptions = ResolvedLoginOptions &
  Readonly<
    Required<Omit<CurationCoreOptions, keyof LoginOptions | WithoutDefault>> & {
      [Name in WithoutDefault]: CurationCoreOptions[Name] | undefined;
    }
  >;

/** The options with their defaults. @throws KernelError OPTION_INVALID */
export function resolveCurationOptions(given: CurationCoreOptions): ResolvedCurationOptions {
  return resolveOptions("createCurationCore", given, RULES);
}
