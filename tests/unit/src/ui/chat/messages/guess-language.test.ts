/** Detecting the language of an answer, precisely enough to choose a voice. */
import { describe, expect, it } from 'vitest';
import { guessLanguage } from '#src/ui/chat/messages/guess-language.ts';

describe('guessLanguage', () => {
  it.each([
    ['en', 'The weather is nice and you are on the way to it.'],
    ['de', 'Das Wetter ist schön und der Weg ist nicht weit.'],
    ['fr', 'Le temps est beau et les routes sont dans la vallée.'],
    ['es', 'El tiempo es bueno y los caminos no son largos para una persona.'],
    ['zh', '今天天气很好，我们可以去 Central Park 走走。'],
    ['ja', '今日はとても良い天気です。'],
    ['ko', '오늘은 날씨가 좋습니다.'],
    ['ru', 'Сегодня хорошая погода.'],
    ['ar', 'الطقس جميل اليوم'],
  ])('knows %s', (language, text) => expect(guessLanguage(text, 'xx')).toBe(language));

  it('uses the language of the page if the text gives no hint', () => {
    expect(guessLanguage('42', 'zh')).toBe('zh');
    expect(guessLanguage('OK', 'en')).toBe('en');
  });

  it('is not misled by a name in another script', () => {
    expect(guessLanguage('The word for it is 天气 and that is all of it for you.', 'xx')).toBe('en');
  });
});
