/** Any service that returns JSON, by a template that the user wrote. */
import type { JsonTemplate } from '#shared/api/search.ts';
import {
  ChangedAnswerError,
  dayOf,
  listIn,
  optionalText,
  plainText,
  readEach,
  valueAt,
} from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

const empty: JsonTemplate = { url: '', results: '', title: '', link: '' };

export const jsonEndpoint: SearchAdapter = {
  name: 'JSON endpoint',
  request: ({ query, count, language, purpose, codeLanguage = '' }, { template = empty }) => {
    const values: Readonly<Record<string, string>> = {
      ...{ '{query}': query, '{count}': String(count) },
      '{language}': purpose === 'code' ? codeLanguage : language,
    };
    // In one pass, because the query may contain a placeholder.
    const fill = (name: string) => encodeURIComponent(values[name] ?? '');
    return { url: template.url.replaceAll(/\{(?:query|count|language)\}/g, fill) };
  },
  takesLanguage: ({ template = empty }) => template.url.includes('{language}'),
  read: (answer, { template = empty }) =>
    readEach(listIn(valueAt(answer, template.results), template.results), (result) => {
      const url = valueAt(result, template.link);
      if (typeof url !== 'string')
        throw new ChangedAnswerError(`${template.results}[].${template.link}`, 'text');
      return {
        title: plainText(optionalText(valueAt(result, template.title))) || url,
        url,
        text: template.text ? plainText(optionalText(valueAt(result, template.text))) : '',
        ...(template.date ? dayOf(valueAt(result, template.date)) : {}),
      };
    }),
};
