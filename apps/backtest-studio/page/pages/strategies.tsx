/** `#/strategies` is the list, `#/strategies/edit/<name>` the source of one, whose editor is fetched when opened. */

import { Later, place } from "@bourse/ui";

import { editedName, isEditing } from "../model/edited-source.ts";
import { StrategyList } from "./strategies/strategy-list.tsx";

export function Strategies() {
  return isEditing(place.value.rest) ? (
    <div class="wide awaited">
      <Later title="Reading the editor …" load={loadEditor} />
    </div>
  ) : (
    <StrategyList />
  );
}

export function strategiesHeading(): string {
  const { rest } = place.value;
  if (!isEditing(rest)) return "Strategies";
  const name = editedName(rest);
  return name === "" ? "New strategy" : `Source of ${name}`;
}

const loadEditor = async () => (await import("./strategies/source-page.tsx")).SourcePage;
