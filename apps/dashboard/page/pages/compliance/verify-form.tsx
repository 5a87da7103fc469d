/** Form that checks whether data is recorded, and by whom: a record counts only when its wallet is trusted. */

import type { Verification } from "@bourse/contract/node";
import { Badge, Card, Code, Field, moment, Notice, Table, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { get } from "../../model/api.ts";
import { AddressField } from "../../parts/address-field.tsx";

export function VerifyForm() {
  const [hash, setHash] = useState("");
  const [sender, setSender] = useState("");
  const [fault, setFault] = useState<string>();
  const verify = useAction(async () => {
    const query = sender === "" ? "" : `?sender=${encodeURIComponent(sender)}`;
    return get<Verification>(`/api/verify_data/${hash}${query}`);
  });
  return (
    <Card title="Verify data" wide>
      <form
        class="inline"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const good = /^[0-9a-fA-F]{64}$/u.test(hash);
          setFault(good ? undefined : "Enter a SHA-256: 64 hex digits.");
          if (good) void verify.run(undefined);
        }}
      >
        <Field label="Data hash" fault={fault} hint="SHA-256 of the data, in hex.">
          {(ties) => (
            <input
              {...ties}
              value={hash}
              spellcheck={false}
              autocomplete="off"
              onInput={(event) => setHash(event.currentTarget.value.trim())}
            />
          )}
        </Field>
        <AddressField
          label="Recorded by"
          hint="A wallet that you trust; empty for those that the node trusts."
          fault={verify.faultOf("sender")}
          value={sender}
          onInput={setSender}
        />
        <button type="submit" disabled={verify.busy}>
          Verify
        </button>
      </form>
      {verify.problem && verify.field !== "sender" && <Notice kind="poor">{verify.problem}</Notice>}
      {verify.result && <Verdict {...verify.result} />}
    </Card>
  );
}

function Verdict({ verified, event_type: type, sender, records }: Verification) {
  return (
    <>
      <Notice kind={verified ? "good" : "fair"}>
        {verified ? (
          <>
            Recorded on the chain as {type} by <Code text={sender ?? ""} label="wallet" />
          </>
        ) : records.length === 0 ? (
          "The chain holds no record of it."
        ) : (
          "No wallet that you trust has recorded it; anybody else's records prove nothing."
        )}
      </Notice>
      <Table
        label="Records of the data"
        head={["When", "Event", "Recorded by", "Recipient", "Counts"]}
        count={records.length}
        empty=""
      >
        {records.map((record) => (
          <tr key={`${record.tx_hash}${record.recipient}`}>
            <td>{moment(record.timestamp)}</td>
            <td>{record.event_type}</td>
            <td>
              <Code text={record.sender} label="wallet" />
            </td>
            <td>
              <Code text={record.recipient} label="recipient" />
            </td>
            <td>
              <Badge state={record.trusted ? "verified" : "untrusted"} />
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
