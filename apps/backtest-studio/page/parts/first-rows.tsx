/** The first rows of a dropped file as they will be read, with a sentence on what they are. */

import { VALUE_NAMES, type FirstRows } from "../model/first-rows.ts";
import { intervalName } from "../model/intervals.ts";
import { utc } from "../model/numbers.ts";

const SHOWN = 3;

interface FirstRowsTableProps {
  /** Undefined for a file whose rows are not told here. */
  readonly first: FirstRows | undefined;
  readonly name: string;
  /** Time zone of times without one; undefined for UTC. */
  readonly zone: string | undefined;
}

export function FirstRowsTable({ first, name, zone }: FirstRowsTableProps) {
  if (first === undefined) {
    return (
      <p class="hint whole">The rows of {name} are not shown here; the server reads the file.</p>
    );
  }
  const { rows, interval } = first;
  return (
    <div class="whole">
      <p>
        {interval === undefined
          ? "How far the rows are apart is not clear."
          : `The rows are ${intervalName(interval)} apart.`}
      </p>
      <div class="scroll" role="region" aria-label="First rows" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{zone === undefined ? "Time (UTC)" : "Time in the file"}</th>
              {VALUE_NAMES.map((one) => (
                <th scope="col" class="number" key={one}>
                  {one}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map(({ time, values }, at) => (
              <tr key={at}>
                <td>{utc(time)}</td>
                {values.map((value, place) => (
                  <td class="number" key={place}>
                    {value === "" ? "–" : value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
