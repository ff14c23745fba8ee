/** Chinese phrasings of requests to the guide. The first rule that matches and makes sense wins. */
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
export const courtesyZh = {
  before:
    /^(?:请问|请你|请|帮我|帮忙|帮|麻烦你|麻烦|能不能|可不可以|可以|你能|能否|能|给我|我想要|我想|我要|你好|您好|先|告诉我)[\s，,：:]*/u,
  after: /[\s，,]*(?:吗|吧|呢|呀|啊|好吗|可以吗|行吗|谢谢你?|多谢)$/u,
};

/** Small talk and questions about what the guide can do. */
export const asksForToolsZh =
  /^(?:(?:你|您)?(?:都)?(?:能|可以|会)(?:帮我)?(?:做|干)?(?:些|点)?(?:什么|啥)(?:事情?|呢)?|(?:你|您)?(?:都|现在)?(?:有|能用|可以用|会用)(?:哪些|什么|啥|几个|多少)(?:可用的?|能用的?)?(?:工具|功能|能力)(?:呢|吗|可用|可以用)?|(?:有|你有)(?:没有)?工具吗?|(?:列出|显示|展示|查看|看看)(?:一下)?(?:你|您)?(?:的)?(?:所有|全部)?(?:的)?(?:可用)?(?:的)?工具(?:列表)?|(?:哪些|什么)工具(?:可以用|可用)|(?:你的)?工具(?:列表)?)$/;

export const smallTalkZh =
  /^(?:你好|您好|嗨|哈喽|早上好|下午好|晚上好|谢谢你?|多谢|好的?|请|(?:告诉我|显示)(?:结果|内容)|(?:请)?(?:帮助|帮忙|帮帮我|求助)|(?:你|您)是谁|(?:这个)?怎么用)$/;

/** Words that refer to the result of the step before. */
export const resultZh = /^(?:它|它们|这个|那个|结果|内容|网页|时间|列表|(?:它|网页|文件)的内容)$/;

const into = '\\s*(?:入|进|到|至|在|于){1,2}(?:文件)?\\s*';
const file = `<path>(?:\\s*(?:这个|那个)?文件)?\\s*(?:的?(?:末尾|最后|后面|里面|里|中|内|上))?`;
const write = '(?:写入|写下|写|保存|存储|存|记录|记下|记|放)';
const append = '(?:追加|添加|加上|加)';
const say = '[，,]?\\s*(?:并|里面|其)?(?:内容(?:是|为)?|写(?:入|上|着|下)?|包含)\\s*[:：]?\\s*';
const look = '(?:读取|读一下|读出|读|查看一下|查看|看一下|看看|看|打开|显示|展示)';
const fetch = '(?:抓取|获取|取得|下载|请求|访问|浏览|抓|取)';
const now = '(?:现在|当前|目前|当地|此刻)?';

/** Descriptions of a text instead of the text; questions for the time are matched by their own rules. */
export const describedZh: readonly Rule[] = [
  rule(`(?:文件)?\\s*<path>\\s*(?:文件)?的(?:全部)?内容`, readRead),
  rule(`(?:网页|页面|网站)?\\s*<url>\\s*(?:的)?(?:网页|页面|全部)*(?:的)?内容`, readFetch),
  rule(`(?:我的)?(?:所有)?(?:文件|目录)(?:的)?(?:列表|清单)`, readList),
];

export const grammarZh: readonly Rule[] = [
  rule(
    `(?:运行|调用|使用|执行|试试|用)(?:一下)?\\s*(?:工具)?\\s*(?<name>[a-z]\\w*)\\s*(?:工具)?[，,：:]?\\s*(?:参数(?:是|为)?[:：]?\\s*)?(?<json>[^\\s].*)?`,
    readTool,
  ),
  // Files
  rule(`(?:把|将)\\s*<content>\\s*${append}${into}${file}`, readWrite(true), { lead: '追加' }),
  rule(
    `(?:(?:把|将)\\s*<content>\\s*${write}|${write}\\s*(?<content2>.+?))${into}(?:一个|某个)(?:新)?文件(?:里面|里|中)?`,
    ({ content, content2 = '' }, reader) => readWriteAnywhere({ content: content ?? content2 }, reader),
  ),
  rule(`(?:把|将)\\s*<content>\\s*${write}${into}${file}`, readWrite(false), { lead: '写' }),
  rule(`(?:在|往|向|给)\\s*${file}\\s*${append}(?:一行|一句)?\\s*[:：]?\\s*<content>`, readWrite(true), {
    open: true,
  }),
  rule(`(?:在|往|向|给)\\s*${file}\\s*${write}(?:一行|一句)?\\s*[:：]?\\s*<content>`, readWrite(false), {
    open: true,
  }),
  rule(`${append}\\s*<content>${into}${file}`, readWrite(true), { lead: '追加' }),
  rule(`${write}(?:一句)?\\s*<content>${into}${file}`, readWrite(false), { lead: '写' }),
  rule(`${write}${into}${file}\\s*[:：]\\s*<content>`, readWrite(false), { open: true }),
  rule(`${append}${into}${file}\\s*[:：]\\s*<content>`, readWrite(true), { open: true }),
  rule(
    `(?:创建|新建|建立|建|写(?=(?:一个)?文件))(?:一个)?(?:新)?(?:文件)?\\s*<path>\\s*(?:文件)?${say}<content>`,
    readWrite(false),
    { open: true },
  ),
  rule(`(?:创建|新建)(?:一个)?(?:新|空)?(?:的)?文件\\s*<path>(?<content>)`, readWrite(false), { open: true }),
  rule(
    `(?:${look}|列出|列一下|列)?\\s*(?:一下)?(?:我的|我|所有的?|全部的?|有|都|目录)*(?:哪些|什么)?(?:文件|目录)(?:列表)?(?:有哪些|有什么)?`,
    readList,
  ),
  rule(
    `(?:列出|列一下|列)\\s*<path>\\s*(?:目录|文件夹)?(?:里面|里|中|下面|下|内)?(?:的|有)?(?:哪些|什么|所有|全部)?(?:的)?(?:文件|内容)?`,
    readList,
    { lead: '列出' },
  ),
  rule(
    `(?:查看|看看)?\\s*<path>\\s*(?:目录|文件夹)?(?:里面|里|中|下面|下|内)(?:都)?有(?:哪些|什么)(?:文件)?`,
    readList,
  ),
  rule(`${look}\\s*(?:文件)?\\s*<path>\\s*(?:文件)?(?:的)?(?:内容)?`, readRead, { lead: '读取' }),
  rule(`(?:把|将)?\\s*<path>\\s*(?:的内容)?(?:读|念|显示|打开)(?:出来|回来|一下|给我)*`, readRead, {
    lead: '读取',
  }),
  rule(`<path>\\s*(?:里面?|中)?(?:的内容(?:是什么)?|写了什么|是什么内容)`, readRead),
  rule(`${look}(?:回来|出来)`, readRead),
  // The web
  rule(
    `(?:${fetch}|${look})(?:一下)?\\s*(?:这个|该)?(?:网页|网址|网站|页面|链接)?\\s*<url>\\s*(?:的)?(?:网页|页面)?(?:内容)?`,
    readFetch,
    { lead: '抓取' },
  ),
  rule(`${fetch}\\s*(?<url>(?:[\\w\\-]+\\.)+[a-z]{2,}(?:/\\S*)?)`, readFetch, { lead: '抓取' }),
  rule(`${fetch}(?:一下)?\\s*(?<path>它|这个网页|该网页)`, readRead),
  rule(
    `(?:发送|提交|发)?(?:一个)?\\s*(?<method>GET|POST|PUT|DELETE)\\s*(?:请求)?\\s*(?:到|给|至)?\\s*<url>(?:[，,]?\\s*(?:内容|正文)(?:是|为)?[:：]?\\s*(?<body>.+))?`,
    readFetch,
    { open: true },
  ),
  rule(`(?:把|将)\\s*(?<body>.+?)\\s*(?:发送|提交|发|POST)\\s*(?:到|给|至)\\s*<url>`, readPost),
  rule(`(?:发送|提交|POST)\\s*(?<body>.+?)\\s*(?:到|给|至)\\s*<url>`, readPost),
  rule(`(?:向|给|对)\\s*<url>\\s*(?:发送|提交|POST)\\s*(?<body>.+)`, readPost, { open: true }),
  // The clock, last because its phrasings are the loosest
  rule(
    `(?:查看|查询|查一下|查|看看|看一下|看)?${now}(?:是)?(?:几点(?:钟)?了?|(?:是)?什么时间|什么时候|(?:的)?时间(?:是多少|是几点)?)(?:了)?`,
    readTime,
    { lead: '时间在' },
  ),
  rule(
    `今天(?:是)?(?:几月)?(?:几号|星期几|周几|礼拜几|几月几日|什么日子|日期)(?:了)?|(?:今天的|当前)?日期(?:是多少)?`,
    readTime,
  ),
  rule(
    `(?:查看|查询|查一下|查|看看|看一下|看)?${now}(?:在)?<place>${now}(?:的)?${now}(?:是)?(?:几点(?:钟)?了?|什么时间|什么时候|时间(?:是多少|是几点)?)(?:了)?`,
    readTime,
    { lead: '时间在' },
  ),
  rule(`时间在\\s*<place>`, readKnownTime, { lead: '时间在' }),
];
