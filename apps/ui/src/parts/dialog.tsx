/** A window over the page: the rest cannot be reached while it is open, Escape closes it, focus goes back. */

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        // Only the backdrop is the dialog itself.
        if (event.target === element.current) onClose();
      }}
    >
      <div class="sheet">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="second small" onClick={onClose}>
            Close
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
