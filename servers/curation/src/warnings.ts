/** Warnings about settings that are valid but wrong in production. */

import type { CurationEnvironment } from "./environment.ts";
import { sitesOf } from "./sites.ts";

/** One sentence per setting; none outside production. */
export function productionWarnings(config: CurationEnvironment): readonly string[] {
  if (config.NODE_ENV !== "production") return [];
  const hooks =
    config.WEBHOOK_ALLOW_PRIVATE === "yes"
      ? [
          "WEBHOOK_ALLOW_PRIVATE is yes: every account may have this server call addresses of its own network",
        ]
      : [];
  const recovery =
    config.RECOVERY_WAIT_HOURS === 0
      ? [
          "RECOVERY_WAIT_HOURS is 0: whoever reads a mailbox takes its account over at once; set the hours in which its owner can object",
        ]
      : [];
  const links =
    config.ADMIN_BY_VERIFIED_EMAIL === "yes"
      ? [
          "ADMIN_BY_VERIFIED_EMAIL is yes: whoever reads the mails of an address in ADMIN_EMAILS becomes an admin",
        ]
      : [];
  const others = [...hooks, ...recovery, ...links];
  const names = (["CURATION_DOMAIN", "CURATION_URI"] as const).filter(
    (name) => config[name] === undefined,
  );
  const mail =
    config.PUBLIC_URL !== undefined && /^http:\/\//i.test(config.PUBLIC_URL)
      ? [`PUBLIC_URL is ${config.PUBLIC_URL}: links in mails would be sent unencrypted; use https`]
      : [];
  if (names.length === 0) return [...mail, ...others];
  const { domain, uri } = sitesOf(config);
  const subject = names.join(" and ");
  return [
    `${subject} ${names.length === 1 ? "has its default" : "have their defaults"}: sign-in messages name ${names.map((name) => (name === "CURATION_DOMAIN" ? domain : uri)).join(" and ")}, and wallets warn of a foreign site; set the public address`,
    ...mail,
    ...others,
  ];
}
