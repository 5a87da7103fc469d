/** Use of a key by hour and route, the newest hour first, as bars. */

import { Card, moment, Notice, Table } from "@bourse/ui";

import { useLoaded } from "../../model/use-loaded.ts";

const ROWS = 50;

export function KeyUsage({ id }: { readonly id: string }) {
  const list = useLoaded(`use of key ${id}`, (auth) =>
    auth.getApiKeyUsage({ params: { id }, query: { limit: ROWS } }),
  );
  const rows = list.value.value;
  const most = Math.max(1, ...(rows ?? []).map(({ requests }) => requests));
  return (
    <Card title="Use by hour and route" wide>
      {list.problem.value && <Notice kind="poor">{list.problem.value}</Notice>}
      {rows !== undefined && (
        <Table
          label="Use of the key"
          head={["Hour", "Route", "Requests", "Cost", "Refused"]}
          numbers={["Cost", "Refused"]}
          count={rows.length}
          empty="The key was not used in the last 90 days."
        >
          {rows.map(({ hour, route, requests, cost, refused }) => (
            <tr key={`${hour} ${route}`}>
              <td>{moment(hour)}</td>
              <td>
                <code>{route}</code>
              </td>
              <td>
                <meter min={0} max={most} value={requests} aria-hidden="true" /> {requests}
              </td>
              <td class="number">{cost}</td>
              <td class="number">{refused}</td>
            </tr>
          ))}
        </Table>
      )}
      {rows?.length === ROWS && <p class="hint">The newest {ROWS} rows of 90 days.</p>}
    </Card>
  );
}
