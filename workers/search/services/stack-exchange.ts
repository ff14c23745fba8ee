/**
 * Questions and answers on Stack Overflow: https://api.stackexchange.com/docs/excerpt-search. Without a key,
 * 300 requests per day and IP address; all responses have CORS headers.
 */
import {
  ChangedAnswerError,
  dayOf,
  fieldsIn,
  optionalText,
  plainText,
  readList,
  textIn,
  type Fields,
} from '../read-answer.ts';
import type { SearchAdapter, SearchResult } from '../search-adapter.ts';

export const stackExchange: SearchAdapter = {
  name: 'Stack Overflow',
  request: ({ query, count, codeLanguage }) => {
    const values = {
      ...{ order: 'desc', sort: 'relevance', site: 'stackoverflow' },
      ...{ q: query.slice(0, 240), pagesize: String(count) },
      ...(codeLanguage === undefined ? {} : { tagged: codeLanguage.toLowerCase() }),
    };
    return {
      url: `https://api.stackexchange.com/2.3/search/excerpts?${new URLSearchParams(values).toString()}`,
    };
  },
  read: (answer) => {
    const { error_message: error } = fieldsIn(answer, '');
    if (error !== undefined) throw new Error(optionalText(error));
    return readList(answer, 'items', readItem);
  },
  explain: (status) => (status === 400 ? 'its daily number of requests from here may be used up' : undefined),
};

function readItem(item: Fields): SearchResult {
  const { title, excerpt, question_id: question, answer_id: answer, last_activity_date: changed } = item;
  if (typeof question !== 'number') throw new ChangedAnswerError('items[].question_id', 'a number');
  const isAnswer = typeof answer === 'number';
  return {
    title: `${isAnswer ? 'Answer: ' : ''}${plainText(textIn(title, 'items[].title'))}`,
    url: `https://stackoverflow.com/${isAnswer ? `a/${answer}` : `q/${question}`}`,
    text: plainText(optionalText(excerpt)),
    ...dayOf(changed),
  };
}
