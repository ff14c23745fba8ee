/** What a user answers goes to the model as JSON, and back onto the screen as it was. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswered, readQuestion, writeDismissal, writeReply } from '../../../src/shared/question.ts';

const success = (result: string) => ({ status: 'success', result }) as const;

describe('a question', () => {
  it('has options with or without a description, also as plain strings', () => {
    const options = ['Lisbon', { label: 'Porto', description: 'Cooler' }, { label: 5 }, null];
    expect(readQuestion({ question: 'Where?', options, multiple: true })).toEqual({
      question: 'Where?',
      options: [{ label: 'Lisbon' }, { label: 'Porto', description: 'Cooler' }],
      isMultiple: true,
    });
    expect(readQuestion({ question: 'Why?' })).toEqual({ question: 'Why?', options: [], isMultiple: false });
    expect(readQuestion({ options })).toBeUndefined();
  });
});

describe('an answer', () => {
  it('is read back as it was given', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }),
        fc.string({ minLength: 1 }),
        (chosen, typed) => {
          for (const reply of [{ chosen }, { chosen: [], typed }, { chosen, typed }])
            expect(readAnswered(success(writeReply(reply)))).toEqual({ type: 'reply', reply });
        },
      ),
    );
  });

  it('that was refused is told from one that was given', () => {
    expect(readAnswered(success(writeDismissal()))).toEqual({ type: 'dismissed' });
  });

  it('is none where the result is an error, or says something else', () => {
    expect(readAnswered({ status: 'error', error_type: 'cancelled', message: '{}' })).toBeUndefined();
    for (const text of ['', 'Lisbon', '[]', '{}', '{"chosen":"x"}'])
      expect(readAnswered(success(text))).toBeUndefined();
    fc.assert(fc.property(fc.jsonValue(), (value) => void readAnswered(success(JSON.stringify(value)))));
    expect(readQuestion({})).toBeUndefined();
  });
});
