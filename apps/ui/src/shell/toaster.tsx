/** The toasts. The region is always there: what comes into it is announced. */

import { dismiss, toasts } from "../model/toasts.ts";

export function Toaster() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text, kind, action }) => (
        <div key={id} class={`toast ${kind}`}>
          <span>{text}</span>
          {action && (
            <button
              type="button"
              class="second small"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            class="second small"
            aria-label={`Dismiss: ${text}`}
            onClick={() => dismiss(id)}
          >
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
