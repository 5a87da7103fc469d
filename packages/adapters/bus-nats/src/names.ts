/** Names of subjects, streams and consumers; those of one namespace never meet those of another. */

/** The names that a bus gives to what it keeps on a server. */
export interface Names {
  /** Stream of a queue's messages. */
  readonly stream: (queue: string) => string;
  /** Subject of one message: each id has its own, so that the server refuses a second message of it. */
  readonly message: (queue: string, id: string) => string;
  /** Pattern of the subjects of all messages of a queue. */
  readonly messages: (queue: string) => string;
  /** Subject by which the consumers of a queue tell that they are there. */
  readonly presence: (queue: string) => string;
  /** Stream of a queue's dead letters, and its only subject. */
  readonly deadLetters: (queue: string) => string;
  readonly deadLetter: (queue: string) => string;
  readonly topic: (topic: string) => string;
  readonly service: (service: string) => string;
}

/** Name of the one durable consumer of a queue's stream, shared by all processes. */
export const consumerName = "workers";

export function namesIn(namespace: string): Names {
  return {
    stream: (queue) => `${namespace}_queue_${token(queue)}`,
    message: (queue, id) => `${namespace}.queue.${token(queue)}.${token(id)}`,
    messages: (queue) => `${namespace}.queue.${token(queue)}.*`,
    presence: (queue) => `${namespace}.present.${token(queue)}`,
    deadLetters: (queue) => `${namespace}_dead_${token(queue)}`,
    deadLetter: (queue) => `${namespace}.dead.${token(queue)}`,
    topic: (topic) => `${namespace}.topic.${token(topic)}`,
    service: (service) => `${namespace}.service.${token(service)}`,
  };
}

/** The id in the subject of a message, as {@link namesIn} wrote it; a stranger's subject is its own last word. */
export function idInSubject(subject: string): string {
  const word = subject.slice(subject.lastIndexOf(".") + 1);
  if (!word.startsWith("=")) return word.slice(0, 200);
  const id = Buffer.from(word.slice(1), "base64url").toString("utf8");
  return token(id) === word ? id.slice(0, 200) : word.slice(0, 200);
}

/** A plain word as it is, any other text in base64url behind a sign that no plain word has. */
function token(text: string): string {
  if (/^[A-Za-z0-9_-]{1,100}$/u.test(text)) return text;
  return `=${Buffer.from(text, "utf8").toString("base64url")}`;
}
