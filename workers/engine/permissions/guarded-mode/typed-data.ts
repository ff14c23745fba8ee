/** Tells whether a user's message holds data that a page could want, rather than a task alone. Pure. */

/** `none`: a task. `some`: numbers, or words about oneself. `secret`: what is surely not for a page. */
export type TypedData = 'none' | 'some' | 'secret';

/** More text than a task has: a letter, a list, notes. */
const maxTask = 300;
const year = /^(?:19|20)\d\d$/;
const address = /https?:\/\/\S+/gi;
/** Digits with what people write between them: 4111 1111, +49 (170) 123, 3.5.1980, 73,500. */
const numbers = /\d(?:[\d.,/ ()\-–]*\d)?/g;
/** Words of letters and digits that are long enough for a key, and the beginnings of common keys. */
const longWord = /[\w-]{16,}/g;
const keyStart = /^(?:sk|pk|rk|gh[opsu]|github_pat|glpat|hf|npm|xox[abp])[_-]/;
const mailAddress = /\S@\S/;

/** Words for a password and for a secret, in the languages of the interface. */
const secretWords = [
  /\bpass(?:word|code|phrase|port|wd)|\bpwd\b|\bPIN\b|\bpin\s*(?:code|is|:|=)|\bsecret|\bconfidential|\bprivate\b/i,
  /\bcredential|\biban\b|\bcv[cv]\b|\bssn\b|\bsocial security|\b(?:card|account) number|\bkeep (?:it|this|that) to/i,
  /passwort|kennwort|geheim|vertraulich|kontonummer|ausweis/i,
  /contraseña|\bclave\b|secreto|confidencial|tarjeta/i,
  /mot de passe|code secret|confidentiel/i,
  /\bsenha|palavra-passe|segredo/i,
  /\bsandi\b|rahasia/i,
  /парол|секрет|тайн|конфиденц/i,
  /密[码碼]|口令|秘密|保密|机密|機密/,
  /パスワード|暗証|内緒/,
  /비밀|암호/,
  /पासवर्ड|गुप्त|गोपनीय/,
  /كلمة (?:ال)?(?:مرور|سر)|سري/,
];

/**
 * Statements about oneself, in the same languages: the person as the subject, or something of theirs and a verb.
 * "Tell me" and "list my files" are tasks.
 */
const statements = [
  /(?<!\p{L})(?:I(?:['’](?:m|ve|d))?|(?:my|our|mine)(?: \S+){0,5} (?:is|are|was|were))(?!\p{L})/iu,
  /(?<!\p{L})(?:ich|(?:mein|unser)\p{L}*(?: \S+){0,5} (?:ist|sind|war|lautet|heißt))(?!\p{L})/iu,
  /(?<!\p{L})(?:yo|soy|estoy|tengo|vivo|(?:mis?|nuestr[ao]s?)(?: \S+){0,5} (?:es|son|se llama))(?!\p{L})/iu,
  /(?<!\p{L})(?:je|j['’]\p{L}+|(?:mon|ma|mes|notre|nos)(?: \S+){0,5} (?:est|sont|s['’]appelle))(?!\p{L})/iu,
  /(?<!\p{L})(?:eu|sou|estou|tenho|moro|(?:meus?|minhas?|noss[ao]s?)(?: \S+){0,5} (?:é|são))(?!\p{L})/iu,
  /(?<!\p{L})(?:saya|aku|kami)(?!\p{L})/iu,
  /(?<!\p{L})(?:я|у меня|меня зовут|мо[йяёи] \S+ [-—–:])(?!\p{L})/iu,
  /(?<![诉訴给給帮幫为為替让讓])我/,
  /私(?:は|の|が|も)|僕|俺/,
  /(?<!\p{L})(?:나는|내가|저는|제가|(?:내|제) \S+[은는])(?!\p{L})/u,
  /(?<![\p{L}\p{M}])(?:मैं|मेर[ाीे])(?![\p{L}\p{M}])/u,
  /(?<!\p{L})(?:أنا|عندي|لدي|اسمي)(?!\p{L})/u,
];

export function typedDataIn(message: string): TypedData {
  const text = message.replace(address, ' ');
  const digits = Math.max(0, ...numbersIn(text).map((found) => found.replace(/\D/g, '').length));
  if (digits >= 8 || hasToken(text) || isAnyIn(secretWords, text)) return 'secret';
  const isMore = digits >= 3 || text.length > maxTask || mailAddress.test(text) || isAnyIn(statements, text);
  return isMore ? 'some' : 'none';
}

function numbersIn(text: string): string[] {
  return (text.match(numbers) ?? []).filter((found) => !year.test(found));
}

function hasToken(text: string): boolean {
  const words = text.match(longWord) ?? [];
  return words.some((word) => keyStart.test(word) || (/\d/.test(word) && /[a-z]/i.test(word)));
}

function isAnyIn(words: readonly RegExp[], text: string): boolean {
  return words.some((word) => word.test(text));
}
