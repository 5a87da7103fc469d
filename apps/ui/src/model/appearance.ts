/** Light or dark and more contrast: as the system says, or as the reader chose on this browser. */

import { computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";

import { keptChoice } from "./kept-choice.ts";

/** Themes by the name that the settings show; the first follows the system. */
export const THEMES = { system: "As the system", light: "Light", dark: "Dark" } as const;
/** Contrasts likewise. */
export const CONTRASTS = { system: "As the system", more: "High" } as const;

export const theme = keptChoice("bourse.theme", ["system", "light", "dark"]);
export const contrast = keptChoice("bourse.contrast", ["system", "more"]);

const isSystemDark = signal(false);
const isSystemMore = signal(false);
/** True while the page is printed, which is light: the browser tells of it before the style sheet of paper counts. */
const isPrinted = signal(false);

const chosen = computed(() => (isPrinted.value ? "light" : theme.value.value));
const wanted = computed(() => {
  const isDark = chosen.value === "system" ? isSystemDark.value : chosen.value === "dark";
  const isMore = contrast.value.value === "more" || isSystemMore.value;
  return `${isDark ? "dark" : "light"}${isMore ? " more" : ""}`;
});
const shown = signal("");

/** The colours that are shown, such as `dark more`: whatever paints by script paints again when it changes. */
export const look: ReadonlySignal<string> = shown;

/** Calls back when the colours have changed, not for those of now; the result ends it. */
export function watchLook(onChange: () => void): () => void {
  let before = look.peek();
  return effect(() => {
    if (look.value === before) return;
    before = look.value;
    onChange();
  });
}

/** Follows the system and the reader's choices from now on; the result ends it. */
export function startAppearance(): () => void {
  const ends = [
    follow("(prefers-color-scheme: dark)", isSystemDark),
    follow("(prefers-contrast: more)", isSystemMore),
    followPrint(),
    effect(putAttributes),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** The attributes come first: whoever is told of a change reads the new colours. */
function putAttributes(): void {
  const { dataset } = document.documentElement;
  if (chosen.value === "system") delete dataset["theme"];
  else dataset["theme"] = chosen.value;
  if (wanted.value.endsWith("more")) dataset["contrast"] = "more";
  else delete dataset["contrast"];
  shown.value = wanted.value;
}

function follow(question: string, answer: Signal<boolean>): () => void {
  const query = matchMedia(question);
  const take = (): void => {
    answer.value = query.matches;
  };
  take();
  query.addEventListener("change", take);
  return () => query.removeEventListener("change", take);
}

function followPrint(): () => void {
  const take = ({ type }: Event): void => {
    isPrinted.value = type === "beforeprint";
  };
  const names = ["beforeprint", "afterprint"] as const;
  for (const name of names) addEventListener(name, take);
  return () => {
    for (const name of names) removeEventListener(name, take);
  };
}

/** A colour of the style sheet as it is shown now, for a canvas: `tokenColour("--gain")`. */
export function tokenColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
