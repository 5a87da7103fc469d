/**
 * Claims of market curation; see the file of each.
 *
 * Run: node -C @bourse/source bench/curation/bench.ts (about a minute)
 */

import { measureFeeds } from "./feeds.ts";
import { measureLists } from "./lists.ts";

await measureFeeds();
await measureLists();
