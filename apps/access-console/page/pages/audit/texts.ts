/** Words for each act of the audit trail: as it was done, and as it was tried. Braces name what is filled in. */

import type { AuthAuditAction } from "@bourse/client/auth";

export const TEXTS: Readonly<Record<AuthAuditAction, readonly [done: string, tried: string]>> = {
  "account.added": ["added the account {account}", "add the account {account}"],
  "account.changed": ["changed the profile of {account}", "change the profile of {account}"],
  "account.deleted": [
    "deleted the account {account} for good",
    "delete the account {account} for good",
  ],
  "account.deletion_cancelled": [
    "kept the account {account}, which was to be deleted",
    "keep the account {account}, which was to be deleted",
  ],
  "account.deletion_ordered": [
    "ordered the deletion of the account {account}",
    "order the deletion of the account {account}",
  ],
  "account.deletion_requested": [
    "asked for the deletion of the account {account}",
    "ask for the deletion of the account {account}",
  ],
  "account.disabled": ["disabled the account {account}", "disable the account {account}"],
  "account.enabled": ["enabled the account {account}", "enable the account {account}"],
  "account.exported": ["exported the data of {account}", "export the data of {account}"],
  "account.registered": ["registered the account {account}", "register an account"],
  "account.role_changed": ["changed the role of {account}", "change the role of {account}"],
  "api_key.changed": ["changed the API key {key}", "change the API key {key}"],
  "api_key.created": ["created the API key {key}", "create the API key {key}"],
  "api_key.first_used": ["was used for the first time", "use the API key {key} for the first time"],
  "api_key.revoked": ["revoked the API key {key}", "revoke the API key {key}"],
  "api_key.rotated": [
    "replaced the API key {key} by a new one",
    "replace the API key {key} by a new one",
  ],
  "audit.lost": [
    "lost rows of this trail while it could not be written",
    "write rows of this trail",
  ],
  "audit.strangers": [
    "counted further refused calls of strangers without a row each",
    "count refused calls of strangers",
  ],
  "deployment.created": ["recorded the deployment {record}", "record the deployment {record}"],
  "deployment.moved": ["moved on the deployment {record}", "move on the deployment {record}"],
  "device.approved": [
    "let a program log in to {account} by its code",
    "let a program log in by its code",
  ],
  "device.copied": [
    "sent an old secret of a remembered device of {account}: it may be copied",
    "log in by an old secret of a remembered device of {account}, which may be copied",
  ],
  "device.decided": ["decided on the login of a program", "decide on the login of a program"],
  "device.denied": ["refused the login of a program to {account}", "refuse the login of a program"],
  "device.forgotten": ["forgot a remembered device of {account}", "forget a remembered device"],
  "device.remembered": ["let a device of {account} be remembered", "let a device be remembered"],
  "device.requested": [
    "asked for a code to log a program in",
    "ask for a code to log a program in",
  ],
  "email.change_requested": [
    "asked for another e-mail address of {account}",
    "ask for another e-mail address of {account}",
  ],
  "email.changed": [
    "changed the e-mail address of {account}",
    "change the e-mail address of {account}",
  ],
  "email.restored": [
    "brought the former e-mail address of {account} back",
    "bring the former e-mail address of {account} back",
  ],
  "email.verification_requested": [
    "asked for a mail that proves the address of {account}",
    "ask for a mail that proves the address of {account}",
  ],
  "email.verification_sent": [
    "was sent a mail that proves the address of {account}",
    "be sent a mail that proves the address of {account}",
  ],
  "email.verified": ["proved the e-mail address of {account}", "prove an e-mail address"],
  factor: [
    "answered by a second factor of {account}",
    "log in by a second factor of {account}: the code was wrong or used before",
  ],
  "factor.added": ["added a second factor to {account}", "add a second factor to {account}"],
  "factor.begun": [
    "began to set up a second factor of {account}",
    "set up a second factor of {account}",
  ],
  "factor.cloned": [
    "used a passkey of {account} that has a double",
    "use a passkey of {account} that has a double",
  ],
  "factor.recovery_code_used": [
    "used a recovery code of {account}",
    "use a recovery code of {account}",
  ],
  "factor.removed": ["removed a second factor of {account}", "remove a second factor of {account}"],
  "identity.linked": ["linked another sign-in to {account}", "link another sign-in to {account}"],
  "identity.unlinked": ["unlinked a sign-in from {account}", "unlink a sign-in from {account}"],
  "invitation.created": [
    "invited somebody to the organization {organization}",
    "invite somebody to the organization {organization}",
  ],
  "invitation.revoked": ["revoked an invitation", "revoke an invitation"],
  "key.refused": ["sent a key that is none", "call with a key that is wrong, revoked or expired"],
  login: ["signed in to {account}", "sign in to {account}"],
  "login.begun": ["began to sign in by a passkey", "begin to sign in by a passkey"],
  "member.added": ["joined the organization {organization}", "join an organization"],
  "member.changed": [
    "changed the role of {member} in the organization {organization}",
    "change the role of {member} in the organization {organization}",
  ],
  "member.removed": [
    "removed {member} from the organization {organization}",
    "remove {member} from the organization {organization}",
  ],
  "organization.created": [
    "created the organization {organization}",
    "create the organization {organization}",
  ],
  "organization.deleted": [
    "deleted the organization {organization}",
    "delete the organization {organization}",
  ],
  "organization.renamed": [
    "renamed the organization {organization}",
    "rename the organization {organization}",
  ],
  "password.changed": ["changed the password of {account}", "change the password of {account}"],
  "password.reset": ["set a new password of {account} by a link", "set a new password by a link"],
  "password.reset_link_made": [
    "made a link that sets a new password of {account}",
    "make a link that sets a new password of {account}",
  ],
  "password.reset_link_sent": [
    "had a link sent that sets a new password of {account}",
    "have a link sent that sets a new password of {account}",
  ],
  "password.reset_requested": ["asked for a new password", "ask for a new password"],
  reauthentication: [
    "gave the password of {account} again",
    "give the password of {account} again: it was wrong",
  ],
  "server.started": ["started", "start"],
  "session.displaced": [
    "ended the session of {account} that was unused for longest, for a new one",
    "end the session of {account} that was unused for longest",
  ],
  "session.ended": ["ended a session of {account}", "end a session of {account}"],
  "session.refreshed": ["went on with a session of {account}", "go on with a session of {account}"],
  "session.reuse_detected": [
    "sent an old token of a session of {account}, which ended: it may be copied",
    "go on with a session of {account} by an old token, which may be copied: the session ended",
  ],
  "session.stepped_up": [
    "proved a second factor of {account} again",
    "prove a second factor of {account} again",
  ],
  "signing_key.rotated": ["began to sign with a new key", "sign with a new key"],
  "transaction.created": ["recorded the transaction {record}", "record the transaction {record}"],
  "transaction.moved": ["moved on the transaction {record}", "move on the transaction {record}"],
  "webhook.changed": ["changed a webhook", "change a webhook"],
  "webhook.created": ["created a webhook", "create a webhook"],
  "webhook.deleted": ["deleted a webhook", "delete a webhook"],
  "webhook.replayed": ["sent an event to a webhook again", "send an event to a webhook again"],
  "webhook.rotated": ["replaced the secret of a webhook", "replace the secret of a webhook"],
};

/** True for an act that has a text; a server of a later release may record others. */
export function isKnown(action: string): action is AuthAuditAction {
  return Object.hasOwn(TEXTS, action);
}
