/** Identity of a node: the keys of its wallet, its keystore files and its announcements. */
export type { Address, Hex } from "../address.ts";
export {
  KEM_X25519,
  MAX_ANNOUNCEMENT_SECONDS,
  signAnnouncement,
  verifyAnnouncement,
  type AnnouncementFault,
  type AnnouncementTerms,
  type AnnouncementVerdict,
} from "./announcement.ts";
export { changeKeystorePassword, type ChangeKeystorePasswordOptions } from "./change-password.ts";
export { createIdentity, identityOfKeys, type IdentityKeys } from "./identity-of-keys.ts";
export { addressOfNodeId } from "./node-id.ts";
export { openIdentity, type OpenIdentityOptions } from "./open-identity.ts";
export type * from "./port.ts";
export { pinnedWallet, pinWallet } from "./wallet-pin.ts";
