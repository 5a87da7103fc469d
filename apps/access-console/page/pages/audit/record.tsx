/** The whole record of an act under its sentence. */

import type { AuditEntry } from "@bourse/client/auth";
import { AuditRecord } from "@bourse/ui";

import { SentenceView } from "./sentence-view.tsx";
import { type Names, sentenceOf } from "./sentence.ts";
import { WORDS } from "./verdicts.ts";

interface RecordProps {
  readonly of: AuditEntry;
  readonly names: Names;
  readonly onClose: () => void;
}

export function Record({ of: entry, names, onClose }: RecordProps) {
  return (
    <AuditRecord of={entry} verdict={WORDS[entry.outcome]} onClose={onClose}>
      <p>
        <SentenceView parts={sentenceOf(entry, names)} />.
      </p>
    </AuditRecord>
  );
}
