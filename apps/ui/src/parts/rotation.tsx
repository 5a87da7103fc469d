/** The replacement of a key or a secret: how long the old one goes on beside the new one. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { useAction } from "./action.ts";
import { Confirm } from "./confirm.tsx";
import { Field } from "./field.tsx";
import { Notice } from "./notice.tsx";

const DAY = 86_400;

interface RotationProps {
  /** Word for the thing that is replaced, in the sentences of the step: `key` or `secret`. */
  readonly what: string;
  /** Names the choice of the time, such as "The old key is accepted for". */
  readonly label: string;
  /** Word of the choice without any grace. */
  readonly none: string;
  /** Tells what the step does. */
  readonly children: ComponentChildren;
  /** Makes the new one; the old one goes on for the seconds given. */
  readonly rotate: (graceSeconds: number) => Promise<void>;
  readonly onBack: () => void;
}

export function Rotation({ what, label, none, children, rotate, onBack }: RotationProps) {
  const [graceSeconds, setGrace] = useState(DAY);
  const action = useAction<void, void>(() => rotate(graceSeconds));
  return (
    <>
      <Confirm
        title={`Replace the ${what}`}
        words={[`Make the new ${what}`, "Making it…"]}
        isDestructive={graceSeconds === 0}
        busy={action.busy}
        onYes={() => void action.run()}
        onBack={onBack}
      >
        <p>{children}</p>
        <Field label={label}>
          {(ties) => (
            <select
              {...ties}
              value={String(graceSeconds)}
              onChange={(event) => setGrace(Number(event.currentTarget.value))}
            >
              <option value={DAY}>A day</option>
              <option value={3600}>An hour</option>
              <option value={7 * DAY}>A week</option>
              <option value={0}>{none}</option>
            </select>
          )}
        </Field>
      </Confirm>
      {action.problem && <Notice kind="poor">{action.problem}</Notice>}
    </>
  );
}
