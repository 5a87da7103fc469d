import type { Clock } from "@bourse/kernel";

import { verifyAnnouncement, type AnnouncementVerdict } from "../../identity/announcement.ts";
import type { Announcement } from "../../identity/port.ts";

/** How many good announcements are recognised without a second look at the signature. About 0.5 KB each. */
const MAX_RECOGNISED = 2000;

/** Checks announcements at the clock's time. The same one comes from many peers at once: its signature costs once. */
export type AnnouncementCheck = (announcement: Announcement) => AnnouncementVerdict;

export function createAnnouncementCheck(clock: Clock): AnnouncementCheck {
  const recognised = new Map<string, Announcement>();
  return (announcement) => {
    const now = clock.now() / 1000;
    const key = keyOf(announcement);
    const good = recognised.get(key);
    // Nothing but time can have changed what was good before.
    if (good !== undefined && good.notAfter >= now) return { good: true, announcement: good };
    const verdict = verifyAnnouncement(announcement, now);
    if (verdict.good) {
      if (recognised.size >= MAX_RECOGNISED) recognised.clear();
      recognised.set(key, verdict.announcement);
    }
    return verdict;
  };
}

/** Every field: a signature alone says nothing about what stands beside it. */
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
