/**
 * Options of a call that changes something: it is sent once, at the moment of the reader's decision. A client would
 * repeat what may be sent twice after a wait, when the reader may have left.
 */
export const ONCE = { retry: false } as const;
