/**
 * A user's answer to a question is sent to the model as text, and is parsed from that text for the screen.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswered, readQuestion, writeDismissal, writeReply } from '#shared/conversation/question.ts';

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

  it('has no option that is blank, looks like another or is there twice', () => {
    const options = ['Porto', 'Po\u200brto', '\u202e', '  ', { label: 'A\u202eB', description: '\u2066x' }];
    expect(readQuestion({ question: 'Where?', options })?.options).toEqual([
      { label: 'Porto' },
      { label: 'AB', description: 'x' },
    ]);
  });
});

/** Labels of one line, including some that resemble other lines of an answer. */
const label = fc.oneof(
  fc.string({ minLength: 1 }).map((text) => `x${text.replace(/\s+/g, ' ')}x`),
  fc.constantFrom('- a', 'The user wrote: b', 'The user chose:', 'The user dismissed the question.'),
);

describe('an answer', () => {
  it('is read back as it was given', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(label, { minLength: 1 }),
        fc.oneof(fc.string({ minLength: 1 }), label, fc.constant('a\n- b\nThe user wrote: c')),
        (chosen, typed) => {
          for (const reply of [{ chosen }, { chosen: [], typed }, { chosen, typed }])
            expect(readAnswered(success(writeReply(reply)))).toEqual({ type: 'reply', reply });
        },
      ),
    );
  });

  it('that was dismissed is distinguished from one that was given', () => {
    expect(readAnswered(success(writeDismissal()))).toEqual({ type: 'dismissed' });
  });

  it('is absent if the result is an error or has another form', () => {
    expect(readAnswered({ status: 'error', error_type: 'cancelled', message: '{}' })).toBeUndefined();
    for (const text of ['', 'Lisbon', 'The user chose:', 'The user wrote: '])
      expect(readAnswered(success(text))).toBeUndefined();
    fc.assert(fc.property(fc.string(), (text) => void readAnswered(success(`The user chose:\n${text}`))));
    expect(readQuestion({})).toBeUndefined();
  });
});
