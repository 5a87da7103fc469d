/** The whole record of an act, as an audit trail has it. */

import type { ComponentChildren } from "preact";

import { moment } from "../model/format.ts";
import { Code } from "./code.tsx";
import { Record } from "./record.tsx";

/** The members of an audit entry that are shown. */
interface Entry {
  readonly time: string;
  readonly action: string;
  readonly outcome: "ok" | "refused" | "failed";
  readonly code: string | null;
  readonly actor: string;
  readonly account: string | null;
  readonly address: string | null;
  readonly subject: string | null;
  readonly details: Readonly<{ [name: string]: string | number | boolean | null }>;
  readonly sequence: number;
  readonly hash: string;
  readonly previous: string;
}

interface AuditRecordProps {
  readonly of: Entry;
  /** Words for the verdict. */
  readonly verdict: string;
  readonly onClose: () => void;
  /** The act as a sentence. */
  readonly children?: ComponentChildren;
}

export function AuditRecord({ of: entry, verdict, onClose, children }: AuditRecordProps) {
  const id = (name: string, text: string | null): readonly [string, ComponentChildren] => [
    name,
    text === null ? null : <Code text={text} label={`${name} of the record`} whole />,
  ];
  return (
    <Record
      title={entry.action}
      onClose={onClose}
      facts={[
        ["Time", `${moment(entry.time)} (${entry.time})`],
        ["Verdict", entry.code === null ? verdict : `${verdict}: ${entry.code}`],
        ["From", entry.address ?? "an address that is not known"],
        ...Object.entries(entry.details).map(
          ([name, value]) => [name, value === null ? null : String(value)] as const,
        ),
        id("By", entry.actor),
        id("Account", entry.account),
        id("Subject", entry.subject),
        id("Hash", entry.hash),
        id("Row before", entry.previous),
        ["Row", entry.sequence],
      ]}
    >
      {children}
    </Record>
  );
}
