/** The choices of the queue, which are in the address. */

import type { QueueQuery } from "@bourse/contract/curation";
import { setQuery } from "@bourse/ui";

const STATUSES = [
  "pending",
  "in_review",
  "changes_requested",
  "approved",
  "rejected",
  "withdrawn",
] as const;
const SORTS = ["oldest", "newest", "quality"] as const;
const MOST = 100;

type Choices = Readonly<Record<string, string>>;

/** The query of the route for the choices in the address; what does not fit is left out. */
export function queueQueryOf(query: Choices): Partial<QueueQuery> {
  const status = STATUSES.find((one) => one === query["status"]);
  const sort = SORTS.find((one) => one === query["sort"]);
  const { tag, quality } = query;
  const isQuality = quality !== undefined && /^(?:0(?:\.\d{1,2})?|1)$/.test(quality);
  return {
    limit: MOST,
    ...(status !== undefined && { status }),
    ...(sort !== undefined && { sort }),
    ...(tag !== undefined && { tag }),
    ...(isQuality && { min_quality: Number(quality) }),
    ...(query["mine"] === "yes" && { assigned_to_me: true }),
  };
}

/** Another list begins at its first draft. */
function choose(choices: Readonly<Record<string, string | undefined>>): void {
  setQuery({ ...choices, draft: undefined });
}

export function QueueFilters({ query }: { readonly query: Choices }) {
  return (
    <div class="card filters" role="search">
      <label>
        Status
        <select
          value={query["status"] ?? ""}
          onChange={(event) => choose({ status: event.currentTarget.value })}
        >
          <option value="">waiting</option>
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {one.replaceAll("_", " ")}
            </option>
          ))}
        </select>
      </label>
      <label>
        Order
        <select
          value={query["sort"] ?? ""}
          onChange={(event) => choose({ sort: event.currentTarget.value })}
        >
          <option value="">oldest first</option>
          <option value="newest">newest first</option>
          <option value="quality">best first</option>
        </select>
      </label>
      <label>
        Quality
        <select
          value={query["quality"] ?? ""}
          onChange={(event) => choose({ quality: event.currentTarget.value })}
        >
          <option value="">any</option>
          {["0.5", "0.75", "0.9"].map((one) => (
            <option key={one} value={one}>
              from {Number(one) * 100}
            </option>
          ))}
        </select>
      </label>
      <label class="grow">
        Topic
        <input
          type="search"
          maxLength={50}
          placeholder="A whole topic"
          value={query["tag"] ?? ""}
          onChange={(event) => choose({ tag: event.currentTarget.value.trim() })}
          onKeyDown={(event) => {
            if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
          }}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={query["mine"] === "yes"}
          onChange={(event) => choose({ mine: event.currentTarget.checked ? "yes" : undefined })}
        />
        claimed by me
      </label>
    </div>
  );
}
