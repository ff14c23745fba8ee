/** What of a user's message is data that a page could want, in every language of the interface. */
import { describe, expect, it } from 'vitest';
import { typedDataIn } from '#workers/engine/permissions/guarded-mode/typed-data.ts';

describe('a message', () => {
  it.each([
    'My PIN is 4711.',
    'the pin: 0815',
    'Card 4111 1111 1111 1111',
    '+49 (170) 123-4567',
    'DE89370400440532013000',
    'ghp_abcdEFGH1234ijklMNOP5678',
    'sk-live-abcdefghijklmnop',
    'Keep it to yourself: Rome',
    'Mein Passwort lautet sonnenschein',
    'Mi contraseña es tortuga',
    'Mon mot de passe est tortue',
    'A senha é tartaruga',
    'Kata sandi: kura',
    'Мой пароль: ромашка',
    '我的密码是 liulang',
    'パスワードは himitsu',
    '비밀번호는 geobugi',
    'मेरा पासवर्ड kachhua है',
    'كلمة المرور هي sulahfa',
  ])('has a secret: %s', (text) => {
    expect(typedDataIn(text)).toBe('secret');
  });

  it.each([
    'The sum is 73,500.',
    'Room 4711',
    'Write to anna@mail.example',
    'I am pregnant.',
    'I’ve lost the key.',
    'My best friend is called Bob.',
    'Ich bin krank.',
    'Meine Katze ist krank.',
    'Estoy enferma.',
    'Je suis malade.',
    'Estou doente.',
    'Saya sakit.',
    'Я больна.',
    '我病了。',
    '私は病気です。',
    '저는 아파요.',
    'मैं बीमार हूँ।',
    'أنا مريضة.',
    'otters '.repeat(50),
  ])('has data: %s', (text) => {
    expect(typedDataIn(text)).toBe('some');
  });

  it.each([
    'Summarise https://w.example/4711?id=20261127123456 for 2026',
    'Tell me what news.example says, and show us 10 pictures',
    'List my files',
    'Zeig mir meine Dateien',
    'Muéstrame mis archivos',
    'Montre-moi mes fichiers',
    'Mostre os meus arquivos',
    'Tunjukkan 5 gambar',
    'Расскажи мне о выдрах',
    '告诉我天气',
    '天気を教えて',
    '날씨를 알려줘',
    'मुझे मौसम बताओ',
    'أخبرني عن الطقس',
  ])('is a task only: %s', (text) => {
    expect(typedDataIn(text)).toBe('none');
  });

  it('takes time proportional to its length', () => {
    const timeOf = (length: number) => {
      const texts = ['a', '1 ', '1-', 'my a '].map((part) => part.repeat(length / part.length));
      const start = performance.now();
      for (const text of texts) typedDataIn(text);
      return performance.now() - start;
    };
    timeOf(1_000);
    expect(timeOf(400_000)).toBeLessThan(40 * Math.max(1, timeOf(40_000)));
  });
});
