/** English phrasings of requests to the guide. The first rule that matches and makes sense wins. */
import {
  readFetch,
  readKnownTime,
  readList,
  readPost,
  readRead,
  readTime,
  readTool,
  readWrite,
  readWriteAnywhere,
  rule,
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
  rule(`(?:the )?(?:contents?|text) (?:of|in|from) (?:the )?(?:file )?<path>`, readRead),
  rule(
    `(?:the )?(?:contents?|text|page|website|site|response|answer)(?: (?:of|at|from|in)(?: the (?:page|website|site))?)? <url>`,
    readFetch,
  ),
  rule(
    `(?:the |a )?(?:list of (?:all )?)?(?:the |my )(?:files|workspace)|(?:the |a )?list of (?:all )?files`,
    readList,
  ),
];

export const grammarEn: readonly Rule[] = [
  rule(
    `(?:run|call|use|execute|try|invoke)(?: the)?(?: tool)? (?<name>\\w+)(?: tool)?(?: with)?(?: the)?(?: arguments?| parameters?)?:?(?:\\s*(?<json>[^\\s].*))?`,
    readTool,
  ),
  // Files
  rule(`${write} (?:down )?${text}<content> ${into} ${file}`, readWrite(false), { lead: 'write ' }),
  rule(
    `(?:${write}|${append}) (?:down )?${text}<content> ${into} (?:a|some|any) (?:new )?(?:text )?file`,
    readWriteAnywhere,
  ),
  rule(`${append} ${text}<content> ${into} ${file}`, readWrite(true), { lead: 'append ' }),
  rule(`${write} ${into} ${file}(?:\\s*[:,]\\s*| )<content>`, readWrite(false), { open: true }),
  rule(`${append} ${into} ${file}(?:\\s*[:,]\\s*| )<content>`, readWrite(true), { open: true }),
  rule(
    `(?:create|make|start) ${file},? ${say} ${text}<content>(?: in(?:to|side)? it| to it)?`,
    readWrite(false),
    { open: true },
  ),
  rule(
    `write (?:(?:a |the )?(?:new )?(?:text )?file )?(?:called |named )?<path>,? ${say} ${text}<content>`,
    readWrite(false, false),
    { open: true },
  ),
  rule(
    `(?:create|make) (?:a |an |the )?(?:new )?(?:empty )?(?:text )?file (?:called |named )?<path>(?<content>)`,
    readWrite(false),
    { open: true },
  ),
  rule(
    `(?:list|show|display|see|get)(?: me)?(?: all)?(?: of)?(?: the| my| our)?(?: files| folders| everything| directory| workspace)(?: (?:i|we) have| there are)?${within}`,
    readList,
  ),
  rule(
    `(?:what|which)(?: are)?(?: all)?(?: the| my)? (?:files|folders)(?: do (?:i|we|you) have| are there| exist| are)?${within}`,
    readList,
  ),
  rule(`(?:what(?:['’]s| is) )?(?:in )?my (?:files|workspace)`, readList),
  rule(
    `what(?:['’]s| is) in (?:the |my )?(?:(?:folder|directory) <path>|(?<path2>\\S+) (?:folder|directory))`,
    ({ path, path2 }, reader) => readList({ path: path ?? path2 }, reader),
  ),
  rule(`(?:list|ls|dir)(?: (?:the |my )?(?:folder |directory )?<path>(?: folder| directory)?)?`, readList, {
    lead: 'list ',
  }),
  rule(`what(?:['’]s| is|s) (?:in|inside) (?:the )?(?:file )?<path>`, readRead, { lead: 'read ' }),
  rule(`what does (?:the )?(?:file )?<path> (?:say|contain)`, readRead),
  rule(
    `${look}(?: back)?(?: (?:the )?(?:contents?|text) of)?(?: the)?(?: file)? <path>(?: file)?(?: back| again| out)?(?: to me)?`,
    readRead,
    { lead: 'read ' },
  ),
  // The web
  rule(
    `(?:fetch|get|open|download|load|visit|browse|request|call|curl|${look})(?: me)?(?: back)?(?: the)?(?: (?:page|url|website|site|address|contents?|text))?(?: of| at| from| to)? <url>`,
    readFetch,
    { lead: 'fetch ' },
  ),
  rule(`(?:fetch|download|visit|curl) (?<url>(?:[\\w\\-]+\\.)+[a-z]{2,}(?:/\\S*)?)`, readFetch, {
    lead: 'fetch ',
  }),
  rule(`<url>`, readFetch, { lead: 'fetch ' }),
  rule(
    `(?:send |make |do )?(?:a |an )?(?:http )?(?<method>get|post|put|delete)(?: request)? (?:(?<body>(?!(?:to|at) )[^\\s].*?) )?(?:(?:to|at|到) )?<url>`,
    readFetch,
  ),
  rule(
    `(?:send |make |do )?(?:a |an )?(?:http )?(?<method>post|put)(?: request)? (?:to |at )?<url>(?: with(?: the)?(?: body)?:?|:)? (?<body>.+)`,
    readFetch,
    { open: true },
  ),
  rule(`send (?<body>.+?) to <url>`, readPost),
  // The clock, last because its phrasings are the loosest
  rule(
    `(?:(?:what(?:['’]s| is|s)?|get|check|show(?: me)?|give me) )?(?:the )?(?:current |local |exact )?(?:date and )?time(?: is it| it is| is)?(?: right)?(?: now)?(?: (?:in|at|for|over in) <place>)?(?: right)?(?: now)?`,
    readTime,
    { lead: 'time in ' },
  ),
  rule(
    `(?:what(?:['’]s| is|s)? )?(?:the |today['’]s )?(?:current )?(?:date|day)(?: is it| is)?(?: today)?(?: (?:in|at) <place>)?(?: today)?`,
    readTime,
    { lead: 'time in ' },
  ),
  rule(`do you have the time|how late is it|what day is (?:it )?today`, readTime),
  rule(
    `(?:what(?:['’]s| is|s)? )?(?:the )?(?:current |local )?<place>(?:['’]s)? (?:local )?time(?: is it)?`,
    readKnownTime,
  ),
  rule(`time (?:in|at) (?:in|at) <place>`, readTime),
  rule(`(?:and |how about |what about )(?:in |at )?<place>`, readKnownTime, { lead: 'time in ' }),
];
