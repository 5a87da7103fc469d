import assert from "node:assert/strict";

import type { CurationApi } from "@bourse/contract/curation";

import { shown } from "../http/expect.ts";
import { expectPages, type PagedList, type PagingOperation } from "../http/paging.ts";
import type { Answer } from "../http/wire.ts";
import {
  newWallet,
  type CurationCase,
  type CurationService,
  type Person,
} from "./curation-service.ts";
import { expectErrorShape } from "./expect.ts";
import { newWebhook } from "./webhook-cases.ts";

interface Reader {
  readonly service: CurationService;
  readonly author: Person;
  readonly chief: Person;
}

interface OwnList extends Pick<PagedList, "path" | "others" | "insert"> {
  readonly reader: Person;
  readonly id?: string;
  /** Undoes the insertions. */
  readonly clear?: () => Promise<void>;
}

/** Resolves to undefined where the service does without the list. */
type ListOf = (by: Reader) => OwnList | Promise<OwnList | undefined>;

/** Every route that pages. */
const LISTS: Readonly<Record<PagingOperation<CurationApi["routes"]>, ListOf>> = {
  listDrafts: ({ service, author }) => ({
    reader: author,
    path: "/drafts",
    others: ["/drafts?status=draft", "/markets"],
    insert: () => service.draft(author, {}, { submit: false }),
  }),
  listMarkets: ({ service, author }) => ({
    reader: author,
    path: `/markets?creator=${author.wallet}`,
    others: ["/markets", `/markets?creator=${author.wallet}&order=asc`],
    insert: () => service.market(author),
  }),
  listMarketsOfWallet: ({ service, author }) => ({
    reader: author,
    path: `/markets/user/${author.wallet}`,
    others: ["/markets", `/markets/user/${newWallet()}`],
    insert: () => service.market(author),
  }),
  curatorQueue: ({ service, author, chief }) => {
    const tag = crypto.randomUUID();
    return {
      reader: chief,
      path: `/curator/queue?tag=${tag}`,
      others: ["/curator/queue", `/curator/queue?tag=${tag}&sort=newest`],
      insert: () => service.draft(author, { topic_tags: [tag] }),
    };
  },
  listUsers: ({ service, chief }) => ({
    reader: chief,
    path: "/admin/users",
    others: ["/admin/users?search=u-", "/admin/admins"],
    insert: () => service.signUp(),
  }),
  listAdmins: ({ service, chief: { token }, chief }) => {
    const made: string[] = [];
    return {
      reader: chief,
      path: "/admin/admins",
      others: ["/admin/users", "/audit"],
      insert: async () => {
        const { id } = await service.signUp();
        const answer = await service.call("PUT", `/admin/admins/${id}`, { token });
        assert.equal(answer.status, 200, shown(answer));
        made.push(id);
      },
      clear: async () => {
        for (const id of made) await service.call("DELETE", `/admin/admins/${id}`, { token });
      },
    };
  },
  listWebhookDeliveries: async ({ service, author }) => {
    const id = await newWebhook(service, author);
    if (id === undefined) return undefined;
    return {
      reader: author,
      path: `/webhooks/${id}/deliveries`,
      others: ["/drafts"],
      insert: () => service.draft(author),
    };
  },
  listAudit: ({ service, chief }) => ({
    reader: chief,
    path: "/audit",
    id: "sequence",
    others: ["/audit?outcome=ok", "/admin/users"],
    insert: () => service.signUp(),
  }),
};

/** The lists that page. */
export const pagingCases: readonly CurationCase[] = Object.entries(LISTS).map(
  ([operation, listOf]) => ({
    name: `${operation}: its links lead through every item once, in order, while others come in`,
    run: async (service) => {
      const [chief, author] = [await service.admin(), await service.signUp()];
      const found = await listOf({ service, author, chief });
      if (found === undefined) return;
      const { reader, id = "id", clear, ...list } = found;
      try {
        await expectPages({
          ...list,
          id,
          get: (path) => service.call("GET", path, { token: reader.token }),
          itemsOf: ({ json }) => json as readonly unknown[],
          expectRefused,
        });
      } finally {
        await clear?.();
      }
    },
  }),
);

/** One that is too long or empty is no cursor at all; another one is none of the list. */
function expectRefused(answer: Answer): void {
  assert.equal(answer.status, 422, shown(answer));
  expectErrorShape(answer);
  const [issue] = (answer.json as { readonly detail: readonly { readonly loc: unknown }[] }).detail;
  assert.deepEqual(issue?.loc, ["query", "cursor"], shown(answer));
}
