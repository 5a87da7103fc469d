/** The table of the configuration: everything that is needed to compute the run again. */

import { html, type Html } from "../html.ts";
import type { ReportedConfiguration } from "./reported-run.ts";
import { wide } from "./tables.ts";
import { spaced } from "./words.ts";

/** Renders a row for each option in force, then what computed the run. */
export function configurationTable(configuration: ReportedConfiguration): Html {
  const { options, request, engineVersion, strategyVersion, daysPerYearFrom } = configuration;
  const rows: (readonly [name: string, value: string])[] = [
    ...rowsOf("", request ?? options ?? {}),
    ["days per year from", daysPerYearFrom],
    ["strategy version", strategyVersion],
    ["engine version", engineVersion],
  ];
  const { dataSeed } = configuration;
  if (dataSeed !== undefined && dataSeed !== null) rows.push(["data seed", String(dataSeed)]);
  return html`<section>
    <h2>Configuration</h2>
    ${wide(
      "Configuration",
      html`<table class="configuration">
        <tbody>
          ${rows.map(
            ([name, value]) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${value}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    )}
  </section>`;
}

function rowsOf(group: string, members: object): (readonly [string, string])[] {
  return Object.entries(members).flatMap(([name, value]: [string, unknown]) => {
    const label = `${group}${spaced(name)}`;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return rowsOf(`${label}: `, value);
    }
    return [[label, textOf(name, value)] as const];
  });
}

function textOf(name: string, value: unknown): string {
  if (value === null) return "none";
  if (typeof value === "function") return "a function";
  if (name.endsWith("Time") && typeof value === "number") return new Date(value).toISOString();
  return typeof value === "string" ? value : JSON.stringify(value);
}
