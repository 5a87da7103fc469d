/** Checks of account input. */

import { checkPassword, checkEmail as parseEmail, isCredentialsError } from "@bourse/credentials";
import { isFreeText } from "@bourse/kernel";

import { invalid, invalidParts } from "../invalid.ts";
import type { Issue } from "../issue.ts";
import type { ProfilePatch } from "./account-input.ts";
import { lookAlikeOf } from "./reserved-username.ts";

const USERNAME = /^[A-Za-z0-9_.-]{3,50}$/;
const LIMITS = { displayName: 100, bio: 1000 } as const;

/** A new username when it has the right form and passes for nothing else. @throws CurationError VALIDATION_ERROR */
export function checkUsername(username: string): string {
  const fault = USERNAME.test(username)
    ? lookAlikeOf(username)
    : "must have 3 to 50 letters, digits, _ . or -";
  if (fault === null) return username;
  throw invalid(["body", "username"], fault, "username");
}

/** The trimmed email address. @throws CurationError VALIDATION_ERROR */
export function checkEmail(email: string): string {
  return named("email", "email", () => parseEmail(email));
}

/** The texts of an account that everybody knows, and that its password must not be. */
export interface PublicTexts {
  /** Username of the account. */
  readonly username: string;
  /** Email address of the account. */
  readonly email: string | null;
  /** Name that the account shows. */
  readonly displayName?: string | null;
  /** Wallet address of the account. */
  readonly walletAddress: string | null;
}

/** The password in the form that is hashed. @throws CurationError VALIDATION_ERROR */
export function checkNewPassword(
  password: string,
  field: "password" | "newPassword",
  { username, email, displayName, walletAddress }: PublicTexts,
): string {
  const own = [username, email, displayName, walletAddress].map((text) => text ?? "");
  return named(field, "password", () => checkPassword(password, own));
}

/** Runs a check, and turns its refusal into an issue of a field of the body. */
function named(field: string, type: string, check: () => string): string {
  try {
    return check();
  } catch (error) {
    if (isCredentialsError(error, "PASSWORD_REFUSED", "EMAIL_REFUSED")) {
      throw invalid(["body", field], error.message, type);
    }
    throw error;
  }
}

/** Checks each member of a profile change but the username. @throws CurationError VALIDATION_ERROR */
export function checkProfile(patch: ProfilePatch): void {
  const issues: Issue[] = [];
  for (const [name, max] of Object.entries(LIMITS)) {
    const text = patch[name as keyof typeof LIMITS] ?? "";
    if (isFreeText(text, 0, max)) continue;
    const msg = `must be legible text of at most ${max} characters`;
    issues.push({ loc: ["body", name], msg, type: "string" });
  }
  const url = patch.avatarUrl ?? null;
  if (url !== null && !isHttpUrl(url)) {
    const msg = "must be an http or https URL of at most 2000 characters";
    issues.push({ loc: ["body", "avatarUrl"], msg, type: "url" });
  }
  if (issues.length > 0) throw invalidParts(issues);
}

function isHttpUrl(value: string): boolean {
  if (value.length > 2000 || !URL.canParse(value)) return false;
  return /^https?:$/.test(new URL(value).protocol);
}
