/**
 * Latin spellings of words that are written with Cyrillic and Greek letters of the same shape, such as "Вitсоin".
 *
 * The pairs come from `confusables.txt` of Unicode 13.0.0 (Unicode Technical Standard #39, section 4): of the letters
 * with the prototype of one Latin letter, one of each script and case, so that different words of one alphabet stay
 * different. The upright strokes І, Ι and Ӏ have the prototype l there, as the Latin I has; here they stand for the
 * letter of their case.
 */

const PAIRS = [
  // Cyrillic
  "аa сc ԁd еe һh іi јj ӏl оo рp ԛq гr ѕs ѵv ԝw хx уy",
  "АA ВB СC ЕE ԌG НH ІI ЈJ КK ӀL МM ОO РP ЅS ТT ѴV ԜW ХX УY",
  // Greek
  "αa ϲc ιi ϳj οo ρp υu νv γy",
  "ΑA ΒB ϹC ΕE ϜF ΗH ΙI ͿJ ΚK ΜM ΝN ΟO ΡP ΤT ΧX ΥY ΖZ",
];
const LATIN_OF = new Map(
  PAIRS.flatMap((line) => line.split(" ")).map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

const ASCII = /^[\0-\x7f]*$/;
const WORD = /[\p{L}\p{M}]+/gu;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
/** Minimum number of letters of a word of one script: short ones are words of that script's languages, such as "с". */
const LETTERS = 3;

/**
 * The text with Latin letters in the place of their look-alikes: in words that mix scripts, and in words of one script
 * that consist of look-alikes alone, in lower case or in capitals only. Other words stay as they are, so that a text in
 * Cyrillic or Greek stays one, and a text without such words is returned as it is. For comparisons only: the result is
 * not shown.
 */
export function withoutLookAlikes(text: string): string {
  if (ASCII.test(text)) return text;
  const plain = text.normalize("NFKD").replaceAll(INVISIBLE, "");
  let isChanged = false;
  const changed = plain.replaceAll(WORD, (word) => {
    if (!isDisguised(word)) return word;
    isChanged = true;
    return latin(word);
  });
  return isChanged ? changed : text;
}

function isDisguised(word: string): boolean {
  const letters = Array.from(word.replaceAll(/\p{M}/gu, ""));
  if (!letters.some((letter) => LATIN_OF.has(letter))) return false;
  if (SCRIPTS.filter((script) => script.test(word)).length > 1) return true;
  const isAlike = (one: readonly string[]): boolean => one.every((letter) => LATIN_OF.has(letter));
  const isCapital = word === word.toUpperCase();
  const lower = letters.map((letter) => letter.toLowerCase());
  return letters.length >= LETTERS && isAlike(isCapital ? letters : lower);
}

function latin(word: string): string {
  const latinOf = (letter: string): string =>
    LATIN_OF.get(letter) ?? LATIN_OF.get(letter.toLowerCase()) ?? letter;
  return Array.from(word, latinOf).join("");
}
