/** The token of a link in a mail: taken out of the address, so that neither history nor bookmarks keep it. */

import { signal } from "@preact/signals";

/** Pages that links in mails, and sign-ins with OpenID providers, lead to. */
export type LinkPage =
  | "reset-password"
  | "verify-email"
  | "recover-wallet"
  | "invitation"
  | "signed-in"
  | "sign-in-failed";

const LINK =
  /^#(reset-password|verify-email|recover-wallet|invitation|signed-in|sign-in-failed)=(.+)$/su;

const tokens = signal<Readonly<Partial<Record<LinkPage, string>>>>({});

/** Token of the link that has led to the page; undefined without one. */
export function tokenFor(page: LinkPage): string | undefined {
  return tokens.value[page];
}

/** Forgets the token of a page, which works once. */
export function forgetToken(page: LinkPage): void {
  tokens.value = { ...tokens.value, [page]: undefined };
}

/** Takes the token of a link in a mail out of the address, now and whenever such a link is opened. */
export function takeLinks(): void {
  takeLink();
  addEventListener("hashchange", takeLink);
}

function takeLink(): void {
  const [, page, token] = LINK.exec(location.hash) ?? [];
  if (page === undefined || token === undefined) return;
  tokens.value = { ...tokens.value, [page]: token };
  location.replace(`#/${page}`);
}
