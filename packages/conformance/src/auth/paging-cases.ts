import type { AuthApi } from "@bourse/contract/auth";

import { expectPages, type PagedList, type PagingOperation } from "../http/paging.ts";
import type { Account, AuthCase, AuthService } from "./auth-service.ts";
import { expectInvalid } from "./expect.ts";
import { newWebhook } from "./webhook-cases.ts";

type OneList = Pick<PagedList, "path" | "id" | "others" | "insert">;
/** Resolves to undefined where the service does without the list. */
type ListOf = (service: AuthService, account: Account) => OneList | Promise<OneList | undefined>;

function deployment({ call }: AuthService, { token }: Account): () => Promise<string> {
  return async () => {
    const body = { name: "bridge", chains: ["base"] };
    const answer = await call("POST", "/deployments", { body, token });
    return (answer.json as { readonly data: { readonly id: string } }).data.id;
  };
}

/** Every route that pages. */
const LISTS: Readonly<Record<PagingOperation<AuthApi["routes"]>, ListOf>> = {
  listDeployments: (service, account) => ({
    path: "/deployments",
    id: "id",
    others: ["/transactions"],
    insert: deployment(service, account),
  }),
  listTransactions: (service, account) => ({
    path: "/transactions",
    id: "hash",
    others: ["/deployments"],
    insert: async () => {
      const deploymentId = await deployment(service, account)();
      const body = { deploymentId, chain: "base", hash: crypto.randomUUID() };
      return await service.call("POST", "/transactions", { body, token: account.token });
    },
  }),
  listApiKeys: (service, account) => ({
    path: "/auth/api-keys?view=detail",
    id: "id",
    others: ["/deployments", "/audit"],
    insert: () => service.makeKey(account, ["read"]),
  }),
  getApiKeyUsage: async (service, account) => {
    const { id, key } = await service.makeKey(account, ["read"]);
    return {
      path: `/auth/api-keys/${id}/usage`,
      id: "route",
      others: ["/deployments"],
      insert: async () => {
        const body = { key, route: `GET /${crypto.randomUUID()}` };
        await service.call("POST", "/auth/api-keys/verify", { body, token: account.token });
      },
    };
  },
  listWebhookDeliveries: async (service, account) => {
    const id = await newWebhook(service, account);
    if (id === undefined) return undefined;
    return {
      path: `/webhooks/${id}/deliveries`,
      id: "id",
      others: ["/deployments"],
      insert: () => service.makeKey(account, ["read"]),
    };
  },
  listAudit: (service, account) => ({
    path: "/audit",
    id: "sequence",
    others: ["/audit?outcome=ok", "/deployments"],
    insert: () => service.makeKey(account, ["read"]),
  }),
  listUsers: (service) => ({
    path: "/users",
    id: "id",
    others: ["/users?status=active", "/users?email=a", "/audit"],
    insert: () => service.signUp(),
  }),
};

/** The lists of the operator. */
const OPERATED: ReadonlySet<string> = new Set(["listUsers"]);

/** The lists that page, each with an account of its own. */
export const pagingCases: readonly AuthCase[] = Object.entries<ListOf>(LISTS).map(
  ([operation, listOf]) => ({
    name: `${operation}: its links lead through every item once, in order, while others come in`,
    needsOperator: OPERATED.has(operation),
    run: async (service) => {
      const account = await service.signUp();
      const credential = OPERATED.has(operation)
        ? { key: service.operatorKey }
        : { token: account.token };
      const list = await listOf(service, account);
      if (list === undefined) return;
      await expectPages({
        ...list,
        get: (path) => service.call("GET", path, credential),
        itemsOf: ({ json }) => (json as { readonly data: readonly unknown[] }).data,
        expectRefused: (answer) => expectInvalid(answer, "cursor"),
      });
    },
  }),
);
