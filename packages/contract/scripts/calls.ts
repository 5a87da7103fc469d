/** The call tables of each folder, as `src/<folder>/calls.ts` holds them. */

import { authRoutes, userRoutes } from "../src/auth/index.ts";
import { dataRoutes, executionRoutes, jobRoutes, researchRoutes } from "../src/backtest/index.ts";
import {
  accountRoutes,
  adminRoutes,
  curatorRoutes,
  draftRoutes,
  eventRoutes,
  marketRoutes,
} from "../src/curation/index.ts";
import { callsOf, type Calls, type RouteCall, type Routes } from "../src/index.ts";
import { dashboardRoutes, externalRoutes, internalRoutes } from "../src/node/index.ts";

/** The tables of routes of each folder by the module that exports them, under the names of their exports. */
const TABLES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Routes>>>>>> =
  {
    auth: { routes: { authRoutes }, users: { userRoutes } },
    backtest: { routes: { dataRoutes, executionRoutes, jobRoutes, researchRoutes } },
    curation: {
      accounts: { accountRoutes },
      admin: { adminRoutes },
      drafts: { draftRoutes },
      events: { eventRoutes },
      markets: { marketRoutes },
      review: { curatorRoutes },
    },
    node: { routes: { dashboardRoutes, externalRoutes, internalRoutes } },
  };

/** The call tables of a folder, by the names that they are exported under. */
export function callTablesOf(folder: string): Record<string, Calls<Routes>> {
  const tables = Object.values(TABLES[folder] ?? {}).flatMap((named) => Object.entries(named));
  return Object.fromEntries(tables.map(([name, routes]) => [callsName(name), callsOf(routes)]));
}

/** The source of `calls.ts` of a folder, before its formatting. */
export function callsSource(folder: string): string {
  const modules = Object.entries(TABLES[folder] ?? {});
  const imports = modules.map(
    ([file, named]) => `import type { ${Object.keys(named).join(", ")} } from "./${file}.ts";\n`,
  );
  const names = modules.flatMap(([, named]) => Object.keys(named));
  const calls = callTablesOf(folder);
  const groups = repeatedErrors(Object.values(calls).flatMap((table) => Object.values(table)));
  const constants = Array.from(groups, ([errors, name]) => `const ${name} = ${errors};\n`);
  const tables = names.map((name) => {
    const table = JSON.stringify(calls[callsName(name)], replacer, 2).replaceAll(
      /"errors": "(.*)"/g,
      (_, quoted: string) => {
        const errors = quoted.replaceAll("\\", "");
        return `"errors": ${groups.get(errors) ?? errors}`;
      },
    );
    const type = `Calls<typeof ${name}>`;
    return `\n/** The calls of {@link ${name}}. */\nexport const ${callsName(name)}: ${type} = ${table};\n`;
  });
  return `/** Written by scripts/write-calls.ts out of the routes: change those instead. */

import type { Calls } from "../route/calls.ts";
${imports.join("")}\n${constants.join("")}${tables.join("")}`;
}

/** The names of constants for the errors that several routes have, by their source; they weigh once. */
function repeatedErrors(calls: readonly RouteCall[]): ReadonlyMap<string, string> {
  const sources = calls.flatMap(({ errors }) =>
    errors === undefined ? [] : [JSON.stringify(errors)],
  );
  const repeated = new Set(sources.filter((one, at) => sources.indexOf(one) !== at));
  return new Map(Array.from(repeated, (source, at) => [source, `ERRORS_${at + 1}`]));
}

function replacer(name: string, value: unknown): unknown {
  return name === "errors" ? JSON.stringify(value) : value;
}

function callsName(routes: string): string {
  return routes.replace(/Routes$/, "Calls");
}
