/** List of the data that other nodes have sent to this one, page by page: to read, or to delete after a second look. */

import type { ReceivedShare } from "@bourse/contract/node";
import {
  Badge,
  Bytes,
  Card,
  Code,
  moment,
  More,
  Notice,
  Plain,
  Table,
  useAction,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { mayShare } from "../../model/access.ts";
import { call, get } from "../../model/api.ts";
import { received } from "../../model/node-state.ts";
import { Reading } from "../../parts/reading.tsx";

export function ReceivedRows() {
  const known = received.value.value;
  const list = known?.received ?? [];
  const [deleting, setDeleting] = useState<string>();
  const read = useAction(async ({ data_hash }: ReceivedShare) => {
    const { data } = await get<{ data: string }>(`/api/data/${data_hash}`, { keyed: true });
    return { data, data_hash };
  });
  const remove = useAction(async ({ id }: ReceivedShare) => {
    await call("DELETE", `/api/received/${encodeURIComponent(id)}`);
    setDeleting(undefined);
    read.clear();
    await received.refresh();
  });
  return (
    <Card title="Received" wide>
      {received.problem.value && <Notice kind="poor">{received.problem.value}</Notice>}
      <Reading of={[received]}>
        <Table
          label="Received shares"
          head={["When", "Data", "Sender", "Size", "State", "Actions"]}
          numbers={["Size"]}
          count={list.length}
          empty="This node keeps no received share."
        >
          {list.map((share) => (
            <tr key={share.id}>
              <td>{moment(share.received_at)}</td>
              <td>
                <Code text={share.data_hash} label="data hash" />
              </td>
              <td>
                <Code text={share.sender} label="sender" />
              </td>
              <td class="number">
                <Bytes of={share.bytes} />
              </td>
              <td>
                <Badge state={share.verified ? "verified" : "waiting"} />
              </td>
              <td>
                <div class="buttons">
                  <button
                    type="button"
                    class="second"
                    data-open
                    disabled={read.busy || !share.verified || !mayShare.value}
                    onClick={() => void read.run(share)}
                  >
                    Read
                  </button>
                  {deleting === share.id ? (
                    <button
                      type="button"
                      class="second danger"
                      disabled={remove.busy}
                      onClick={() => void remove.run(share)}
                    >
                      Delete for good
                    </button>
                  ) : (
                    <button type="button" class="second" onClick={() => setDeleting(share.id)}>
                      Delete
                    </button>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </Table>
      </Reading>
      <More list={received} shown={list.length} total={known?.total ?? 0} />
      {read.problem && <Notice kind="poor">{read.problem}</Notice>}
      {remove.problem && <Notice kind="poor">{remove.problem}</Notice>}
      {read.result && <Plain data={read.result.data} />}
    </Card>
  );
}
