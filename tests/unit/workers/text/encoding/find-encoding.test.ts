import { describe, expect, it } from 'vitest';
import { encodeText } from '#workers/text/encoding/encode-text.ts';
import { encodingTitle, findEncoding, type TextEncoding } from '#workers/text/encoding/find-encoding.ts';

type Name = TextEncoding['name'];

const texts: readonly [name: Name, what: string, text: string][] = [
  ['windows-1252', 'one German word', 'Überträge\n'],
  ['windows-1252', 'a bank export', 'Datum;Betrag;Empfänger\n01.03.2026;-12,50;Bäckerei Müller\n'],
  ['windows-1252', 'prices and quotes', 'Preis;12 €\nGröße;“groß”\n'],
  ['windows-1252', 'English with curly quotes', 'It’s what we’ve said. “Yes”, he’ll come – don’t wait.\n'],
  ['windows-1252', 'French', "Résumé de la réunion\nL'équipe a décidé d'améliorer les délais.\n"],
  ['windows-1252', 'Spanish', 'nombre,dirección\nJosé,Calle Peña 5\n'],
  ['windows-1252', 'Italian', 'Perché così? È già più caro.\n'],
  ['windows-1252', 'Swedish', 'Namn;Ort\nÅsa Öberg;Malmö\n'],
  ['windows-1252', 'names of several countries', 'Müller\nPeña\nÅsa Bjørk\nFrançois\nJoão\n'],
  ['windows-1252', 'a log with one late letter', `${'2026-01-01 INFO start\n'.repeat(30_000)}Gerät fehlt\n`],
  ['windows-1250', 'Polish', 'Imię;Miasto\nŁukasz Wąż;Łódź\nZażółć gęślą jaźń\n'],
  ['windows-1250', 'Czech', 'Příliš žluťoučký kůň úpěl ďábelské ódy\n'],
  ['windows-1250', 'Hungarian', 'Árvíztűrő tükörfúrógép\n'],
  ['windows-1254', 'Turkish', "İstanbul'da güneşli bir gün, çocuklar bahçede oynuyor.\n"],
  ['windows-1251', 'a Russian table', 'имя;город\nИван;Москва\n'],
  ['windows-1251', 'Russian', 'Привет, мир! Это простой текст на русском языке.\n'],
  ['koi8-r', 'Russian', 'Привет, мир! Это простой текст на русском языке.\n'],
  ['koi8-r', 'one Russian word', 'Отчёт\n'],
  ['shift_jis', 'a Japanese table', '名前,住所\n山田太郎,東京都千代田区\n'],
  ['shift_jis', 'one Japanese word', 'テスト\n'],
  ['shift_jis', 'Japanese', 'これは日本語の文章です。今日は天気がいいので散歩に行きました。\n'],
  ['euc-jp', 'Japanese', 'これは日本語の文章です。今日は天気がいいので散歩に行きました。\n'],
  ['gbk', 'a Chinese table', '姓名,城市\n张三,北京\n李四,上海\n'],
  ['gbk', 'Chinese', '今天天气很好，我们去公园散步。这个报告需要在星期五之前完成。\n'],
  ['big5', 'Chinese', '今天天氣很好，我們去公園散步。這個報告需要在星期五之前完成。\n'],
  ['euc-kr', 'a Korean table', '이름,도시\n김철수,서울\n'],
  ['euc-kr', 'Korean', '오늘은 날씨가 좋아서 공원에 산책을 갔습니다.\n'],
  ['utf-8', 'all of them', 'Überträge, 你好, テスト, Отчёт 😀\n'],
  ['utf-16le', 'without a mark', 'Überträge\r\n10 €\r\n'],
  ['utf-16be', 'without a mark', '名前,住所\n山田\n'],
];

describe('the encoding of a text', () => {
  it.each(texts)('is found: %s, %s', (name, _, text) => {
    expect(findEncoding(encodeText(text, name))?.name).toBe(name);
  });

  it.each<[Name, string]>([
    ['utf-8', 'UTF-8 with byte order mark'],
    ['utf-16le', 'UTF-16LE with byte order mark'],
    ['utf-16be', 'UTF-16BE with byte order mark'],
  ])('is told by the mark: %s', (name, title) => {
    const found = findEncoding(encodeText('\ufeffabc', name));
    expect(found && encodingTitle(found)).toBe(title);
  });

  it.each<[string, number[]]>([
    ['two Chinese characters, which could be Korean', [0xc4, 0xe3, 0xba, 0xc3, 0x0a]],
    ['German of DOS (code page 437)', [...new TextEncoder().encode('Gr'), 0x94, 0xe1, 0x65, 0x0a]],
    ['random letters', [0x41, 0xf0, 0x9c, 0xd7, 0xbb, 0x8f, 0x0a]],
  ])('is unknown rather than guessed: %s', (_, bytes) => {
    expect(findEncoding(Uint8Array.from(bytes))?.name).toBe('unknown-8bit');
  });

  it('is UTF-8 where single bytes are damaged', () => {
    const bytes = new TextEncoder().encode('Überträge für Köln und Zürich, Größe, Maß, äöü\n');
    const damaged = Uint8Array.from([...bytes, 0xff, 0x0a]);
    expect(findEncoding(damaged)).toEqual({ name: 'utf-8', hasMark: false, isDamaged: true });
  });

  it('is none in binary data', () => {
    expect(findEncoding(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).toBeUndefined();
    expect(findEncoding(Uint8Array.from([0x1f, 0x8b, 8, 3, 2, 1, 0xff, 0xd0, 6, 14]))).toBeUndefined();
    expect(findEncoding(Uint8Array.from([1, 0, 0, 0, 2, 0, 0xd8, 0]))).toBeUndefined();
  });
});

describe('an encoded text', () => {
  it.each<[Name, string, number[]]>([
    ['windows-1252', 'Ü€', [0xdc, 0x80]],
    ['koi8-r', 'От', [0xef, 0xd4]],
    ['shift_jis', 'テ山', [0x83, 0x65, 0x8e, 0x52]],
    ['gbk', '张', [0xd5, 0xc5]],
    ['euc-kr', '김', [0xb1, 0xe8]],
    ['utf-16be', '\ufeffA😀', [0xfe, 0xff, 0, 0x41, 0xd8, 0x3d, 0xde, 0]],
  ])('has the bytes of %s', (name, text, bytes) => {
    expect([...encodeText(text, name)]).toEqual(bytes);
  });

  it('names the character that the encoding has not', () => {
    expect(() => encodeText('Preis: 5 😀', 'windows-1252')).toThrow("has no '😀'");
  });
});
