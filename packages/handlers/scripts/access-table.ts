/** The page that says who may call what, `docs/access.md`: out of the routes and the rules of the handlers. */

import { accessText, PUBLIC, type AccessRule, type Api, type Route } from "@bourse/contract";
import { authApi, authDiscoveryApi } from "@bourse/contract/auth";
import { backtestApi } from "@bourse/contract/backtest";
import { curationApi, curationHealthApi } from "@bourse/contract/curation";
import { nodeDashboardApi, nodeExternalApi, nodeInternalApi } from "@bourse/contract/node";

import { authAccess } from "../src/auth/index.ts";
import { accountPermission } from "../src/backtest/access.ts";
import { backtestAccess } from "../src/backtest/index.ts";
import { curationAccess } from "../src/curation/index.ts";
import { nodeAccess, type NodeAccess } from "../src/node/index.ts";

type RuleOf = (definition: Route["definition"]) => AccessRule;

/** Columns of one API: a heading and the rule under it. */
type Columns = Readonly<Record<string, RuleOf>>;

const isKey = (): boolean => true;
const sessionOf = () => ({ key: null });
const key = { by: "apiKey" } as const;
const local = { by: "local" } as const;
const accountKey = (right: string): AccessRule => [{ by: "apiKey", right }];
const reader = accountKey("read");
const nodeColumns = (more: Partial<Pick<NodeAccess, "sessionOf">> = {}): Columns => ({
  "Proof, on a development chain": (route) => nodeAccess(route, { movesRealMoney: false, ...more }),
  "Proof, on any other chain": (route) => nodeAccess(route, { movesRealMoney: true, ...more }),
});

/** The whole page: a section for each API. */
export function accessPage(): string {
  return `${[
    "# Who may call what",
    "`pnpm --filter @bourse/handlers write:access` writes this page. Of several proofs any one is enough. Where an account is needed, the core decides per document whose it is.",
    "## Every server",
    table(
      ["Proof"],
      [
        [
          "GET",
          "`/livez`, `/readyz`, `/docs` and its files, `/openapi.json`, `/asyncapi.json`, `/`",
          [PUBLIC],
        ],
        [
          "GET",
          "`/metrics`, with METRICS_TOKEN (the node's: on its internal API)",
          ["METRICS_TOKEN as bearer token"],
        ],
        ["GET", "`/metrics`, without METRICS_TOKEN", ["closed: 404"]],
        [
          "GET",
          "`/metrics` on METRICS_PORT, without METRICS_TOKEN",
          ["connection on the same machine"],
        ],
      ],
    ),
    "## server-auth",
    apiRows([authApi, authDiscoveryApi], { Proof: authAccess }),
    "## server-curation",
    apiRows([curationApi, curationHealthApi], { Proof: curationAccess }),
    "## server-backtest",
    apiRows(
      [backtestApi],
      {
        "Proof, with API_KEYS": (route) => backtestAccess(route, { isKey, trustsLocal: true }),
        "Proof, without": (route) => backtestAccess(route, { isKey: undefined, trustsLocal: true }),
        "Key of an account, with AUTH_URL": (route) =>
          route.security === undefined ? PUBLIC : accountKey(accountPermission(route)),
      },
      [
        ["socket", "`/api/ws/events`, without events of trades", [[key], PUBLIC, reader]],
        ["socket", "`/api/ws/events`, with events of trades", [[key], [local], reader]],
        ["socket", "`/api/ws/jobs/:uuid`", [[key], PUBLIC, reader]],
      ],
    ),
    "## server-node, internal API",
    apiRows([nodeInternalApi], nodeColumns()),
    "## server-node, external API",
    apiRows([nodeExternalApi], nodeColumns()),
    "## server-node, dashboard",
    apiRows([nodeDashboardApi], nodeColumns({ sessionOf }), [
      ["GET", "`/` and the files of the page", [PUBLIC, PUBLIC]],
      ["GET", "`/session`", twice([{ by: "body", right: "one-time link" }])],
      ["socket", "`/ws`", twice([local, { by: "apiKey", right: "read" }, { by: "session" }])],
    ]),
  ].join("\n\n")}\n`;
}

type Row = readonly [method: string, path: string, rules: readonly (AccessRule | string)[]];

function apiRows(apis: readonly Api[], columns: Columns, more: readonly Row[] = []): string {
  const own = apis.flatMap(({ basePath, routes }) =>
    Object.values(routes).map(({ definition }): Row => [
      definition.method,
      `\`${basePath}${definition.path}\``,
      Object.values(columns).map((ruleOf) => ruleOf(definition)),
    ]),
  );
  return table(Object.keys(columns), [...own, ...more]);
}

function table(headings: readonly string[], body: readonly Row[]): string {
  return [
    line(["", "Path", ...headings]),
    line(["---", "---", ...headings.map(() => "---")]),
    ...body.map(([method, path, rules]) => line([method, path, ...rules.map(cellOf)])),
  ].join("\n");
}

/** A rule without any proof is a closed route. */
function cellOf(rule: AccessRule | string): string {
  if (typeof rule === "string") return rule;
  return rule.length === 0 ? "closed" : accessText(rule);
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function twice(rule: AccessRule): readonly AccessRule[] {
  return [rule, rule];
}
