/** The shares of this node, page by page. */

import { Badge, Card, Code, moment, More, Notice, Table } from "@bourse/ui";

import { shares } from "../../model/node-state.ts";
import { sharePayment } from "../../model/share-payment.ts";
import { progressOf } from "./progress.ts";

export function ShareRows() {
  const known = shares.value.value;
  const list = known?.shares ?? [];
  return (
    <Card title="Shares of this node" wide>
      {shares.problem.value && <Notice kind="poor">{shares.problem.value}</Notice>}
      <Table
        label="Shares of this node"
        head={["Made", "Data", "Recipient", "Payment", "State", "Transaction"]}
        numbers={["Payment"]}
        count={list.length}
        empty="Nothing was shared yet."
      >
        {list.map((share) => (
          <tr key={`${share.data_hash}${share.recipient}${share.created_at}`}>
            <td>{moment(share.created_at)}</td>
            <td>
              <Code text={share.data_hash} label="data hash" />
            </td>
            <td>
              <Code text={share.recipient} label="recipient" />
            </td>
            <td class="number">{sharePayment(share) ?? "none"}</td>
            <td>
              <Badge state={share.status} text={progressOf(share)} />
            </td>
            <td>{share.tx_hash && <Code text={share.tx_hash} label="transaction hash" />}</td>
          </tr>
        ))}
      </Table>
      <More list={shares} shown={list.length} total={known?.count ?? 0} />
    </Card>
  );
}
