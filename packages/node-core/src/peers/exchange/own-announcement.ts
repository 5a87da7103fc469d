import { hexlify } from "ethers";

import { MAX_ANNOUNCEMENT_SECONDS, signAnnouncement } from "../../identity/announcement.ts";
import type { Announcement } from "../../identity/port.ts";
import type { PeerSettings } from "../options.ts";

/**
 * The announcement that the node should have out now: `known` as long as it names the node's key and is good for half
 * of its lifetime; else a newly signed one. A key that was revoked stays so: only another key is announced again.
 */
export async function ownAnnouncement(
  settings: PeerSettings,
  known: Announcement | undefined,
): Promise<Announcement> {
  const { identity, announcementLifetimeSeconds } = settings;
  const now = settings.clock.now();
  const isOwnKey =
    known?.peerId === identity.nodeId &&
    known.encryptionKey === hexlify(identity.encryptionPublicKey);
  const revoked = isOwnKey && known.revoked;
  const lifetime = revoked ? MAX_ANNOUNCEMENT_SECONDS : announcementLifetimeSeconds;
  if (isOwnKey && known.notAfter >= now + (lifetime * 1000) / 2) return known;
  const sequence = Math.max(Math.floor(now / 1000), (known?.sequence ?? 0) + 1);
  return signAnnouncement(identity, { sequence, notAfter: now + lifetime * 1000, revoked });
}
