/** The permissions of a key in words. */

export const PERMISSIONS = {
  read: "List and read deployments and transactions.",
  deploy: "Record deployments and transactions, and move them on.",
  billing: "Read how much is in use.",
  admin: "All of the above, and make and revoke keys. For operators only.",
} as const;

export type Permission = keyof typeof PERMISSIONS;
export const NAMES = Object.keys(PERMISSIONS) as readonly Permission[];
