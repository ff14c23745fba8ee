/** Which parts of a tool result are sent to a model. */
import { expect, it } from 'vitest';
import { resultJson } from '#workers/providers/call-results.ts';

it('leaves metadata out, of a success and of an error', () => {
  const metadata = { exit_code: '1' };
  expect(resultJson({ status: 'success', result: 'done', metadata })).toEqual({
    status: 'success',
    result: 'done',
  });
  const error = { status: 'error', error_type: 'execution_error', message: 'It failed.' } as const;
  expect(resultJson({ ...error, metadata })).toEqual(error);
});
