/** Sign-in messages for tests: written line by line, independently of the code under test, and mutated. */
import fc from "fast-check";

/** The fields of a message as they stand in its lines. */
export interface SignInText {
  readonly scheme?: string | undefined;
  readonly domain: string;
  readonly address: string;
  readonly statement?: string | undefined;
  readonly uri: string;
  readonly chainId: string;
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime?: string | undefined;
  readonly notBefore?: string | undefined;
  readonly requestId?: string | undefined;
  readonly resources?: readonly string[] | undefined;
}

/** EIP-4361's grammar, line by line. */
export function signInText(fields: SignInText): string {
  const { scheme, statement, resources } = fields;
  const optional = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${name}: ${value}`];
  return [
    `${scheme === undefined ? "" : `${scheme}://`}${fields.domain} wants you to sign in with your Ethereum account:`,
    fields.address,
    "",
    ...(statement === undefined ? [] : [statement]),
    "",
    `URI: ${fields.uri}`,
    "Version: 1",
    `Chain ID: ${fields.chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    ...optional("Expiration Time", fields.expirationTime),
    ...optional("Not Before", fields.notBefore),
    ...optional("Request ID", fields.requestId),
    ...(resources === undefined ? [] : ["Resources:", ...resources.map((uri) => `- ${uri}`)]),
  ].join("\n");
}

const maybe = <T>(given: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(given, { nil: undefined });

const time = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2099-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());

const uri = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.constantFrom("urn:isbn:12", "https://[::1]/x", "ipfs://Qm/x?y=%20", "did:key:abc", "http:/"),
);

/** Messages that the grammar allows; `domains` are the authorities that they are for. */
export function signInTexts(domains: readonly string[]): fc.Arbitrary<SignInText> {
  return fc.record({
    scheme: maybe(fc.constantFrom("https", "http", "ipfs+x", "a.b-c")),
    domain: fc.constantFrom(...domains),
    address: fc.constantFrom(
      "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
      "0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946",
    ),
    statement: maybe(fc.stringMatching(/^[A-Za-z0-9 .,!:/?#@$&'()*+;=_~-]{1,30}$/)),
    uri,
    chainId: fc.nat().map(String),
    nonce: fc.stringMatching(/^[A-Za-z0-9]{8,20}$/),
    issuedAt: time,
    expirationTime: maybe(time),
    notBefore: maybe(time),
    requestId: maybe(fc.stringMatching(/^[A-Za-z0-9._~!$&'()*+,;=:@-]{0,12}$/)),
    resources: maybe(fc.array(fc.webUrl(), { maxLength: 3 })),
  });
}

const CHARACTERS = "aZ09 :/?#[]@!$&'()*+,;=-._~%\"<>\\^`{|}\n\r\tÄ€\0".split("");

/** One small change of a text: a character or a line that is lost, added, doubled, moved or in another case. */
export const mutations: fc.Arbitrary<(text: string) => string> = fc
  .tuple(
    fc.nat(),
    fc.nat(),
    fc.constantFrom(...CHARACTERS),
    fc.constantFrom("delete", "insert", "replace", "case", "lose", "double", "swap"),
  )
  .map(([one, other, character, kind]) => (text: string) => {
    if (text === "") return character;
    const at = one % text.length;
    const lines = text.split("\n");
    const from = one % lines.length;
    const to = other % lines.length;
    const found = text[at] ?? "";
    const line = lines[from] ?? "";
    switch (kind) {
      case "delete":
        return text.slice(0, at) + text.slice(at + 1);
      case "insert":
        return text.slice(0, at) + character + text.slice(at);
      case "replace":
        return text.slice(0, at) + character + text.slice(at + 1);
      case "case": {
        const upper = found.toUpperCase();
        return (
          text.slice(0, at) + (found === upper ? found.toLowerCase() : upper) + text.slice(at + 1)
        );
      }
      case "lose":
        return lines.toSpliced(from, 1).join("\n");
      case "double":
        return lines.toSpliced(from, 0, line).join("\n");
      case "swap":
        return lines
          .with(from, lines[to] ?? "")
          .with(to, line)
          .join("\n");
    }
  });
