/** A key or a secret that was just made: the one time that it is shown. */

import type { ComponentChildren } from "preact";

import { Card } from "./card.tsx";
import { Code } from "./code.tsx";

interface ShownOnceProps {
  readonly title: string;
  /** The key or the secret itself. */
  readonly text: string;
  /** Names it for those who hear the page, such as "the API key". */
  readonly label: string;
  /** Says that it has to be copied now. */
  readonly warning: ComponentChildren;
  /** Says what it is for. */
  readonly children: ComponentChildren;
  /** Forgets it and shows what comes next. */
  readonly onCopied: () => void;
}

export function ShownOnce({ title, text, label, warning, children, onCopied }: ShownOnceProps) {
  return (
    <Card title={title} wide>
      <p>{warning}</p>
      <p class="secret">
        <Code text={text} label={label} whole />
      </p>
      {children}
      <div class="buttons after">
        <button type="button" onClick={onCopied}>
          I have copied it
        </button>
      </div>
    </Card>
  );
}
