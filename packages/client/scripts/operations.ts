/** The named types of each operation, as `src/<folder>/<name>.ts` holds them; what it does is told by its call. */

import { authRoutes, userRoutes } from "@bourse/contract/auth";
import { dataRoutes, executionRoutes, jobRoutes, researchRoutes } from "@bourse/contract/backtest";
import type { Route, RouteTypes } from "@bourse/contract/client";
import {
  accountRoutes,
  adminRoutes,
  curatorRoutes,
  draftRoutes,
  marketRoutes,
} from "@bourse/contract/curation";
import { dashboardRoutes, externalRoutes, internalRoutes } from "@bourse/contract/node";

type Table = Readonly<Record<string, Route<RouteTypes>>>;

interface Source {
  /** Module of the contract that exports the tables. */
  readonly module: string;
  /** Tables of routes by the names of their exports. */
  readonly tables: Readonly<Record<string, Table>>;
}

const backtest = { module: "backtest" };
const curation = { module: "curation" };

/** Sources of the files by their paths below `src`. */
export const SOURCES: Readonly<Record<string, Source>> = {
  "auth/operations.ts": { module: "auth", tables: { authRoutes } },
  "auth/user-operations.ts": { module: "auth", tables: { userRoutes } },
  "backtest/operations.ts": { ...backtest, tables: { jobRoutes, dataRoutes } },
  "execution/operations.ts": { ...backtest, tables: { executionRoutes } },
  "research/operations.ts": { ...backtest, tables: { researchRoutes } },
  "curation/operations.ts": { ...curation, tables: { accountRoutes, marketRoutes } },
  "curation/admin-operations.ts": { ...curation, tables: { adminRoutes } },
  "curation/draft-operations.ts": { ...curation, tables: { draftRoutes } },
  "curation/review-operations.ts": { ...curation, tables: { curatorRoutes } },
  "node/operations.ts": {
    module: "node",
    tables: { internalRoutes, externalRoutes, dashboardRoutes },
  },
};

/** The operations of a source: name of their types, operation id, table. */
export function operationsOf({ tables }: Source): (readonly [string, string, string])[] {
  const all = Object.entries(tables).flatMap(([table, routes]) =>
    Object.entries(routes).map(([key, route]) => ({ table, key, route })),
  );
  return all.flatMap(({ table, key, route }, at) => {
    const same = all.filter((one) => one.key === key);
    const differs = same.some(
      (one) => one.route.definition.responses !== route.definition.responses,
    );
    if (differs)
      return [[capital(table.replace(/Routes$/, "")) + capital(key), key, table] as const];
    // A route that several tables share is named once.
    return all[at] === same[0] ? [[capital(key), key, table] as const] : [];
  });
}

/** The source of a file, before its formatting. */
export function operationsSource(source: Source): string {
  const operations = operationsOf(source);
  const tables = Object.keys(source.tables).toSorted();
  const imports = [
    `import type { ${tables.join(", ")} } from "@bourse/contract/${source.module}";`,
    'import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";',
  ];
  const aliases = tables.map(
    (name) =>
      `type ${capital(name)}<Key extends keyof typeof ${name}> = TypesOf<(typeof ${name})[Key]>;\n`,
  );
  const types = operations.map(
    ([name, key, table]) => `
/** Types of \`${key}\`. */
export interface ${name}Types extends ${capital(table)}<"${key}"> {}
/** Input of \`${key}\`. */
export interface ${name}Input extends CallInput<${name}Types> {}
/** Output of \`${key}\`. */
export type ${name}Output = ResponseData<${name}Types>;
/** Result of \`${key}.safe\`. */
export type ${name}SafeResult = SafeResult<${name}Types>;
/** Own error codes of \`${key}\`. */
export type ${name}Code = ${name}Types["codes"];
`,
  );
  return `/** Written by scripts/write-operations.ts out of the routes: change those instead. */

${imports.toSorted((one, other) => (one.split("from")[1] ?? "").localeCompare(other.split("from")[1] ?? "")).join("\n")}

import type { SafeResult } from "../client.ts";

${aliases.join("")}${types.join("")}${Object.entries(source.tables)
    .map(([table, routes]) => tableSource(table, routes, operations))
    .join("")}`;
}

/** The types of the calls of a table by operation id; what a table lacks under its own name it shares with another. */
function tableSource(
  table: string,
  routes: Table,
  operations: ReturnType<typeof operationsOf>,
): string {
  const members = Object.entries(routes).map(([key, { definition }]) => {
    const same = operations.filter(([, one]) => one === key);
    const [name] = same.find(([, , one]) => one === table) ?? same[0]!;
    return `/** \`${definition.method} ${definition.path}\`. */\n${key}: ${name}Types;\n`;
  });
  return `
/** Types of the calls of \`${table}\`, by operation id. */
export interface ${capital(table).replace(/s$/, "")}Types {
${members.join("")}}
`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
