/** Everything that is known of a row, in a window over its list. */

import { Fragment, type ComponentChildren } from "preact";

import { Dialog } from "./dialog.tsx";

interface RecordProps {
  readonly title: string;
  /** Names and values; null for one that there is none of. */
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[];
  readonly onClose: () => void;
  /** Shown above the facts. */
  readonly children?: ComponentChildren;
}

export function Record({ title, facts, onClose, children }: RecordProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <dl class="pairs">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value === null || value === "" ? "none" : value}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
