import type { Clock } from "@bourse/kernel";
import { LRUCache } from "lru-cache";

import { verifyAnnouncement, type AnnouncementVerdict } from "../../identity/announcement.ts";
import type { Announcement } from "../../identity/port.ts";

/** Maximum number of valid announcements in the cache; about 0.5 KB each. */
const MAX_CACHED = 2000;

/** Verifies an announcement at the current time. Results are cached, because many peers send the same announcement. */
export type AnnouncementCheck = (announcement: Announcement) => AnnouncementVerdict;

/** Creates an announcement check with a cache of 2000 valid announcements. */
export function createAnnouncementCheck(clock: Clock): AnnouncementCheck {
  const valid = new LRUCache<string, Announcement>({ max: MAX_CACHED });
  return (announcement) => {
    const now = clock.now();
    const key = keyOf(announcement);
    const known = valid.get(key);
    // A valid announcement can only become invalid by expiry.
    if (known !== undefined && known.notAfter >= now) return { good: true, announcement: known };
    const verdict = verifyAnnouncement(announcement, now);
    if (verdict.good) valid.set(key, verdict.announcement);
    return verdict;
  };
}

/** Cache key over every field: the signature alone does not identify the fields beside it. */
function keyOf(announcement: Announcement): string {
  const { address, peerId, kemId, encryptionKey, sequence, notAfter, revoked, signature } =
    announcement;
  return JSON.stringify([
    address,
    peerId,
    kemId,
    encryptionKey,
    sequence,
    notAfter,
    revoked,
    signature,
  ]);
}
