/** Any service that answers in JSON, by the template the user wrote. */
import type { JsonTemplate } from '#shared/api/search.ts';
import { ChangedAnswerError, dayOf, listIn, optionalText, plainText, valueAt } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

const empty: JsonTemplate = { url: '', results: '', title: '', link: '' };

export const jsonEndpoint: SearchAdapter = {
  name: 'JSON endpoint',
  request: ({ query, count }, { template = empty }) => ({
    url: template.url.split('{query}').join(encodeURIComponent(query)).split('{count}').join(String(count)),
  }),
  read: (answer, { template = empty }) =>
    listIn(valueAt(answer, template.results), template.results).map((result) => {
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
