/** The reader's choice whether single keys do anything (WCAG 2.2, 2.1.4): speech input types letters by accident. */

import { computed } from "@preact/signals";

import { keptChoice } from "./kept-choice.ts";

const kept = keptChoice("bourse.single-keys", ["on", "off"]);

export const singleKeys = computed(() => kept.value.value === "on");

export function setSingleKeys(on: boolean): void {
  kept.choose(on ? "on" : "off");
}
