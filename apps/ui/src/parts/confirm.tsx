/** A step that cannot be taken back, as it is about to be made. */

import type { ComponentChildren } from "preact";

interface ConfirmProps {
  /** Names the group for those who hear the page. */
  readonly title: string;
  /** Sentence or list that tells what the step does. */
  readonly children: ComponentChildren;
  /** Word on the button that does it, and the word while it is under way. */
  readonly words: readonly [string, string];
  /** True where something is lost by it; the button is then in the colour of what is bad. */
  readonly isDestructive?: boolean;
  readonly busy: boolean;
  readonly onYes: () => void;
  readonly onBack: () => void;
  /** Called by a button in place of Back while the step is under way. Default: there is none. */
  readonly onCancel?: () => void;
}

export function Confirm({
  title,
  children,
  words,
  isDestructive,
  busy,
  onYes,
  onBack,
  onCancel,
}: ConfirmProps) {
  return (
    <div role="group" aria-label={title}>
      {children}
      <div class="buttons">
        <button
          type="button"
          class={isDestructive === true ? "second danger" : undefined}
          onClick={onYes}
          disabled={busy}
        >
          {busy ? words[1] : words[0]}
        </button>
        {busy && onCancel !== undefined ? (
          <button type="button" class="second" onClick={onCancel}>
            Cancel
          </button>
        ) : (
          <button type="button" class="second" onClick={onBack} disabled={busy}>
            Back
          </button>
        )}
      </div>
    </div>
  );
}
