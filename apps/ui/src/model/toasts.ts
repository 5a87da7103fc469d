/** Short words on what was done, shown at the foot of the page and told to those who hear it. */

import { signal, type ReadonlySignal } from "@preact/signals";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: "good" | "fair" | "poor";
  /** A way back, such as "Undo". */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const list = signal<readonly Toast[]>([]);
export const toasts: ReadonlySignal<readonly Toast[]> = list;

let last = 0;

/** Shows a toast for eight seconds; one of kind "poor" or with an action stays until it is dismissed. */
export function toast(
  text: string,
  { kind = "good", action }: Partial<Pick<Toast, "kind" | "action">> = {},
): void {
  const id = ++last;
  list.value = [...list.value.slice(-2), { id, text, kind, ...(action && { action }) }];
  if (kind !== "poor" && action === undefined) setTimeout(() => dismiss(id), SHOWN_MILLISECONDS);
}

export function dismiss(id: number): void {
  list.value = list.value.filter((one) => one.id !== id);
}

const SHOWN_MILLISECONDS = 8000;
