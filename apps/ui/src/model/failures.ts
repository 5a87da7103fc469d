/** Sentences for failures that are the same at every server. */

/** No answer came. */
export const NO_ANSWER = "The server does not answer. It may be restarting; try again.";

/**
 * An answer came that the server does not give: the page of a proxy, a sign-in of the network, another version. It has
 * no advice: who reads the page again forgets what would make a repeated order the same one.
 */
export const FOREIGN_ANSWER =
  "What came is no answer of this server: a proxy or a sign-in page may stand before it, or it has another version by now.";
