/** English phrasings of requests to the guide. The first rule that matches and makes sense wins. */
import {
  clause,
  readFetch,
  readKnownTime,
  readList,
  readPost,
  readRead,
  readTime,
  readTool,
  readWrite,
  readWriteAnywhere,
  type Rule,
} from './grammar.ts';

/** Courtesy around a request, without meaning for it. */
export const courtesyEn = {
  before:
    /^(?:please|kindly|hey|hi|hello|ok|okay|now|also|first|just|so|well|can you|could you|would you|will you|i want you to|i want to know|i['’]d like to know|i['’]d like you to|i would like to|i want to|let['’]s|do you know|tell me|let me know|try to|go and)\b[\s,:]*/iu,
  after: /[\s,]*\b(?:please|for me|thanks|thank you|right now|now|as well|too)$/iu,
};

/** Questions that the guide answers with the tools by group. */
export const asksForToolsEn =
  /^(?:(?:tell|show)(?: me)? )?(?:what (?:can you do|you can do)(?: for me)?|(?:what|which) (?:(?:kinds? of )?tools?|functions|abilities|capabilities) (?:(?:do )?you (?:have|offer|know)(?: got)?|(?:do|can) you use|you can use|are (?:there|available|on|switched on)|can i use)|(?:list|show)(?: me)? (?:all )?(?:your|the|available) (?:available )?tools|(?:do you have|have you got) (?:any )?tools|your tools|tools)$/i;

/** Small talk and questions about the guide; it answers with what it can do. */
export const smallTalkEn = new RegExp(
  `^(?:${[
    '(?:hi|hello|hey|yo|greetings|good (?:morning|afternoon|evening|day)|thanks|thank you|please|ok|okay)(?: there)?',
    '(?:show|tell|give)(?: me)? (?:the )?(?:response|results?|answer|output)',
    '(?:i need )?(?:some )?help(?: me)?(?: please)?',
    'what (?:else )?can i (?:do|ask)(?: you)?(?: here)?',
    '(?:who|what) are you|how does (?:this|it) work|what is this',
  ].join('|')})$`,
  'i',
);

/** Words that refer to the result of the step before. */
export const resultEn =
  /^(?:it|that|this|them|the (?:result|answer|page|contents?|output|response|reply|text|body|time|list))$/i;

const into = '(?:to|in|into|inside|onto|on|as|at)';
const file = `(?:the end of )?(?:the |a |my )?(?:new )?(?:text )?(?:file )?(?:called |named )?<path>(?: file)?`;
const write = '(?:write|save|put|store|record|note(?: down)?|jot(?: down)?)';
const append = '(?:append|add)';
const say = '(?:with|containing|saying|that says|which says|and (?:write|put|save)|to (?:say|contain))';
const text = '(?:(?:the )?(?:text|words?|lines?|contents?):? (?!(?:of|from|in|at) ))?';
const within =
  '(?: (?:in|under|inside|of|from) (?:the |my )?(?:workspace|(?:folder |directory )?<path>(?: folder| directory)?))?';
const look = '(?:read|open|display|print|cat|view|see|check|show(?: me)?)';

/** Descriptions of a text instead of the text; "the time in Tokyo" is matched by the rules for the time. */
export const describedEn: readonly Rule[] = [
  { pattern: clause(`(?:the )?(?:contents?|text) (?:of|in|from) (?:the )?(?:file )?<path>`), read: readRead },
  {
    pattern: clause(
      `(?:the )?(?:contents?|text|page|website|site|response|answer)(?: (?:of|at|from|in)(?: the (?:page|website|site))?)? <url>`,
    ),
    read: readFetch,
  },
  {
    pattern: clause(
      `(?:the |a )?(?:list of (?:all )?)?(?:the |my )(?:files|workspace)|(?:the |a )?list of (?:all )?files`,
    ),
    read: readList,
  },
];

export const grammarEn: readonly Rule[] = [
  {
    pattern: clause(
      `(?:run|call|use|execute|try|invoke)(?: the)?(?: tool)? (?<name>\\w+)(?: tool)?(?: with)?(?: the)?(?: arguments?| parameters?)?:?(?:\\s*(?<json>[^\\s].*))?`,
    ),
    read: readTool,
  },
  // Files
  {
    pattern: clause(`${write} (?:down )?${text}<content> ${into} ${file}`),
    read: readWrite(false),
    lead: 'write ',
  },
  {
    pattern: clause(
      `(?:${write}|${append}) (?:down )?${text}<content> ${into} (?:a|some|any) (?:new )?(?:text )?file`,
    ),
    read: readWriteAnywhere,
  },
  { pattern: clause(`${append} ${text}<content> ${into} ${file}`), read: readWrite(true), lead: 'append ' },
  {
    pattern: clause(`${write} ${into} ${file}(?:\\s*[:,]\\s*| )<content>`),
    read: readWrite(false),
    open: true,
  },
  {
    pattern: clause(`${append} ${into} ${file}(?:\\s*[:,]\\s*| )<content>`),
    read: readWrite(true),
    open: true,
  },
  {
    pattern: clause(`(?:create|make|start) ${file},? ${say} ${text}<content>(?: in(?:to|side)? it| to it)?`),
    read: readWrite(false),
    open: true,
  },
  {
    pattern: clause(
      `write (?:(?:a |the )?(?:new )?(?:text )?file )?(?:called |named )?<path>,? ${say} ${text}<content>`,
    ),
    read: readWrite(false, false),
    open: true,
  },
  {
    pattern: clause(
      `(?:create|make) (?:a |an |the )?(?:new )?(?:empty )?(?:text )?file (?:called |named )?<path>(?<content>)`,
    ),
    read: readWrite(false),
    open: true,
  },
  {
    pattern: clause(
      `(?:list|show|display|see|get)(?: me)?(?: all)?(?: of)?(?: the| my| our)?(?: files| folders| everything| directory| workspace)(?: (?:i|we) have| there are)?${within}`,
    ),
    read: readList,
  },
  {
    pattern: clause(
      `(?:what|which)(?: are)?(?: all)?(?: the| my)? (?:files|folders)(?: do (?:i|we|you) have| are there| exist| are)?${within}`,
    ),
    read: readList,
  },
  { pattern: clause(`(?:what(?:['’]s| is) )?(?:in )?my (?:files|workspace)`), read: readList },
  {
    pattern: clause(
      `what(?:['’]s| is) in (?:the |my )?(?:(?:folder|directory) <path>|(?<path2>\\S+) (?:folder|directory))`,
    ),
    read: ({ path, path2 }, reader) => readList({ path: path ?? path2 }, reader),
  },
  {
    pattern: clause(`(?:list|ls|dir)(?: (?:the |my )?(?:folder |directory )?<path>(?: folder| directory)?)?`),
    read: readList,
    lead: 'list ',
  },
  {
    pattern: clause(`what(?:['’]s| is|s) (?:in|inside) (?:the )?(?:file )?<path>`),
    read: readRead,
    lead: 'read ',
  },
  { pattern: clause(`what does (?:the )?(?:file )?<path> (?:say|contain)`), read: readRead },
  {
    pattern: clause(
      `${look}(?: back)?(?: (?:the )?(?:contents?|text) of)?(?: the)?(?: file)? <path>(?: file)?(?: back| again| out)?(?: to me)?`,
    ),
    read: readRead,
    lead: 'read ',
  },
  // The web
  {
    pattern: clause(
      `(?:fetch|get|open|download|load|visit|browse|request|call|curl|${look})(?: me)?(?: back)?(?: the)?(?: (?:page|url|website|site|address|contents?|text))?(?: of| at| from| to)? <url>`,
    ),
    read: readFetch,
    lead: 'fetch ',
  },
  {
    pattern: clause(`(?:fetch|download|visit|curl) (?<url>(?:[\\w\\-]+\\.)+[a-z]{2,}(?:/\\S*)?)`),
    read: readFetch,
    lead: 'fetch ',
  },
  { pattern: clause(`<url>`), read: readFetch, lead: 'fetch ' },
  {
    pattern: clause(
      `(?:send |make |do )?(?:a |an )?(?:http )?(?<method>get|post|put|delete)(?: request)? (?:(?<body>(?!(?:to|at) )[^\\s].*?) )?(?:(?:to|at|到) )?<url>`,
    ),
    read: readFetch,
  },
  {
    pattern: clause(
      `(?:send |make |do )?(?:a |an )?(?:http )?(?<method>post|put)(?: request)? (?:to |at )?<url>(?: with(?: the)?(?: body)?:?|:)? (?<body>.+)`,
    ),
    read: readFetch,
    open: true,
  },
  { pattern: clause(`send (?<body>.+?) to <url>`), read: readPost },
  // The clock, last because its phrasings are the loosest
  {
    pattern: clause(
      `(?:(?:what(?:['’]s| is|s)?|get|check|show(?: me)?|give me) )?(?:the )?(?:current |local |exact )?(?:date and )?time(?: is it| it is| is)?(?: right)?(?: now)?(?: (?:in|at|for|over in) <place>)?(?: right)?(?: now)?`,
    ),
    read: readTime,
    lead: 'time in ',
  },
  {
    pattern: clause(
      `(?:what(?:['’]s| is|s)? )?(?:the |today['’]s )?(?:current )?(?:date|day)(?: is it| is)?(?: today)?(?: (?:in|at) <place>)?(?: today)?`,
    ),
    read: readTime,
    lead: 'time in ',
  },
  { pattern: clause(`do you have the time|how late is it|what day is (?:it )?today`), read: readTime },
  {
    pattern: clause(
      `(?:what(?:['’]s| is|s)? )?(?:the )?(?:current |local )?<place>(?:['’]s)? (?:local )?time(?: is it)?`,
    ),
    read: readKnownTime,
  },
  { pattern: clause(`time (?:in|at) (?:in|at) <place>`), read: readTime },
  {
    pattern: clause(`(?:and |how about |what about )(?:in |at )?<place>`),
    read: readKnownTime,
    lead: 'time in ',
  },
];
