/** The folded words of a text for ranked search, also in scripts without spaces between words. */
import { foldText } from './fold-text.ts';

/** Splits a text by the rules of Unicode, and with dictionaries for Chinese, Japanese and Thai. */
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const plain = /[a-z0-9]+/g;
const isPlain = /^[\0-\x7f]*$/;

export function wordsIn(text: string): string[] {
  const folded = foldText(text);
  // The segmenter is ten times slower.
  if (isPlain.test(folded)) return folded.match(plain) ?? [];
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(folded)) if (isWordLike) words.push(segment);
  return words;
}

/**
 * Whether a word has no meaning of its own. Such words would make every note about the user relevant to every
 * question.
 */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word);
}

const lists = [
  'a about after again all also am an and any are as at be because been before being but by can could did do does doing',
  'for from get give go had has have having he her here him his how i if in into is it its just let make me more most my',
  'no not now of off on one only or other our out over please s she should so some such t tell than that the their them',
  'then there these they this those to too up us use very want was we were what when where which while who why will with',
  'would you your',
  'aber als am an auch auf aus bei bin bis bitte da das dass dem den der des die dir du ein eine einem einen einer er es',
  'fur hat habe haben ich ihr im in ist ja kann kein man mein meine mir mit nach nicht noch nur oder sein sich sie sind so',
  'und uns vom von vor wann war was wenn wer werden wie wir wird wo zu zum zur muss',
  'au aux avec ce ces cette dans de des du elle en est et il ils je la le les leur ma mais me mes mon ne nous on ou par pas',
  'pour peut que quel quelle quels qui sa se ses son sont sur ta te tu un une vous a d l y',
  'al como con cual cuando de del donde el ella en es esta este hay la las lo los me mi mis no o para pero por que se si sin',
  'su sus tu un una y yo',
  'ao aos as com da das de do dos e ele ela em eu na nas no nos o os ou para pelo por que qual quando se seu sua um uma',
  'che chi con cosa da dal dei del della di e gli i il in io la le lo mi ne non per quando si sono un una',
  'apa dan dari di ini itu kapan ke pada saya untuk yang',
  'а в во вы где да для до его ее и из или их к как когда ли мне мой мы на не но о он она они от по с со так то ты у что это я',
  'の は が を に で と も へ か です ます する いつ だ',
  '的 了 是 在 我 你 他 她 它 们 吗 呢 和 有 不 这 那 哪',
  'في من على الى عن ما هو هي متى هل و',
  'का की के को है में से और यह कब क्या',
];

const functionWords: ReadonlySet<string> = new Set(lists.flatMap((list) => list.split(' ').map(foldText)));
