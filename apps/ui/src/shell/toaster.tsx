/** The toasts. The region is always there: what comes into it is announced. */

import { dismiss, toasts } from "../model/toasts.ts";
import { isRowInCorner } from "./toast-place.ts";

export function Toaster() {
  const shown = toasts.value;
  const isHigh = shown.length > 0 && isRowInCorner();
  return (
    <div class={isHigh ? "toasts high" : "toasts"} role="status">
      {shown.map(({ id, text, kind, action }) => (
        <div key={id} class={`toast ${kind}`}>
          <span dir="auto">{text}</span>
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
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
