/**
 * Limit that refused an attempt: failures of an account from one address, failures of an address, successful logins of
 * an account, registrations from an address, mails that were asked for, wrong codes of second factors.
 */
export type LoginLimit = "account" | "address" | "logins" | "registrations" | "mails" | "factors";
