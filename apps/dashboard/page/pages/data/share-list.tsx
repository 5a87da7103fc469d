/** The shares of this node, page by page. */

import { Badge, Card, Code, moment, More, Notice, Opener, Record, Table } from "@bourse/ui";
import { useState } from "preact/hooks";

import { shares, transactionOf } from "../../model/node-state.ts";
import { sharePayment, type Share } from "../../model/share-payment.ts";
import { Reading } from "../../parts/reading.tsx";
import { progressOf } from "./progress.ts";
import { ShareWay } from "./share-way.tsx";

export function ShareRows() {
  const known = shares.value.value;
  const list = known?.shares ?? [];
  const [opened, setOpened] = useState<string>();
  return (
    <Card title="Shares of this node" wide>
      {shares.problem.value && <Notice kind="poor">{shares.problem.value}</Notice>}
      <Reading of={[shares]}>
        <Table
          label="Shares of this node"
          head={["Made", "Data", "Recipient", "Payment", "State", "Way", "Transaction"]}
          numbers={["Payment"]}
          count={list.length}
          empty="Nothing was shared yet."
        >
          {list.map((share) => (
            <tr key={keyOf(share)}>
              <td>
                <Opener onOpen={() => setOpened(keyOf(share))}>{moment(share.created_at)}</Opener>
              </td>
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
              <td>
                <ShareWay share={share} />
              </td>
              <td>{share.tx_hash && <Code text={share.tx_hash} label="transaction hash" />}</td>
            </tr>
          ))}
        </Table>
      </Reading>
      <More list={shares} shown={list.length} total={known?.count ?? 0} />
      {list
        .filter((share) => keyOf(share) === opened)
        .map((share) => (
          <ShareRecord key={keyOf(share)} of={share} onClose={() => setOpened(undefined)} />
        ))}
    </Card>
  );
}

function keyOf({ data_hash: hash, recipient, created_at: at }: Share): string {
  return `${hash}${recipient}${at}`;
}

interface ShareRecordProps {
  readonly of: Share;
  readonly onClose: () => void;
}

/** A share with its way and its hashes whole, kept up to date while it is looked at. */
function ShareRecord({ of: share, onClose }: ShareRecordProps) {
  const { data_hash: hash, recipient, tx_hash: proof } = share;
  const block = transactionOf(share)?.block ?? null;
  return (
    <Record
      title="Share"
      onClose={onClose}
      facts={[
        ["State", <Badge key="state" state={share.status} text={progressOf(share)} />],
        ["Data", <Code key="data" text={hash} label="data hash" whole />],
        ["Recipient", <Code key="to" text={recipient} label="recipient" whole />],
        ["Payment", sharePayment(share) ?? "none"],
        ["Proof", proof && <Code key="proof" text={proof} label="transaction hash" whole />],
        ["Block", block],
        ["Made", moment(share.created_at)],
        ["Proved", moment(share.proved_at ?? null)],
        ["Received", moment(share.delivered_at ?? null)],
      ]}
    >
      <ShareWay share={share} />
    </Record>
  );
}
