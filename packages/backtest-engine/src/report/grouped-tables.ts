/** Figures of a report in groups, a table each. */

import { html, type Html } from "../html.ts";

/** One figure in words. */
export type Row = readonly [name: string, text: string];

/** Figures that stand together. */
export type Group = readonly [title: string, rows: readonly Row[]];

/** Draws a table for each group, side by side. */
export function groupedTables(groups: readonly Group[]): Html {
  return html`<div class="statistics">
    ${groups.map(
      ([title, rows]) =>
        html`<table>
          <caption>
            ${title}
          </caption>
          <tbody>
            ${rows.map(
              ([name, text]) =>
                html`<tr>
                  <th scope="row">${name}</th>
                  <td>${text}</td>
                </tr>`,
            )}
          </tbody>
        </table>`,
    )}
  </div>`;
}
