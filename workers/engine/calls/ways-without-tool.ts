/** What a model is told that searches for something which no tool does, so that it takes no tool that does another thing. */

/** `topics`: words that the way answers. `tools`: those that it names. */
export type Way = { topics: readonly string[]; tools: readonly string[]; text: string };

/** `needs`: at least one of these words must be in the query, too; `unless`: none of these. */
type Row = Way & { needs?: readonly string[]; unless?: readonly string[] };

const making = ['create', 'make', 'write', 'generate', 'export', 'save', 'convert', 'build', 'new', 'print'];
const reading = ['read', 'text', 'markdown', 'content', 'table'];
const joining = [
  'merge',
  'combine',
  'join',
  'split',
  'rotate',
  'fill',
  'sign',
  'edit',
  'compress',
  'extract',
];

/** The words are singular and lower case, as the search sees them. */
const rows: readonly Row[] = [
  {
    topics: ['undo', 'revert', 'rollback'],
    tools: [],
    text: 'No tool undoes what you did: the user can, with "Undo changes" below your answer. In a git repository, git_checkout restores files.',
  },
  {
    ...{ topics: ['pdf'], needs: joining, unless: reading, tools: ['run_python'] },
    text: "No tool changes PDF files: use run_python with packages ['pypdf'], where it may use the network.",
  },
  {
    topics: ['pdf', 'word', 'docx'],
    ...{ needs: making, unless: reading, tools: ['open_file'] },
    text: 'No tool makes PDF or Word files: write an HTML page and offer it with open_file; in a browser, the user can save it as PDF, and Word opens it.',
  },
  {
    topics: ['excel', 'xlsx', 'spreadsheet'],
    needs: making,
    tools: ['run_python'],
    text: "No tool makes Excel files: use run_python with packages ['openpyxl'], where it may use the network, or write a CSV file.",
  },
  {
    topics: ['print', 'printer', 'printing'],
    tools: ['open_file'],
    text: 'No tool prints: offer the file with open_file; the user prints it in another app or browser.',
  },
  {
    topics: ['email', 'mail', 'gmail'],
    unless: ['address', 'contact', 'inbox', 'read'],
    tools: ['open_url'],
    text: 'No tool sends mail: open_url with a mailto: address opens a mail for the user to send.',
  },
  {
    topics: ['whatsapp', 'sms', 'telegram'],
    tools: ['open_url', 'share'],
    text: 'No tool sends messages: open_url with sms: or https://wa.me/NUMBER?text=… opens one for the user to send.',
  },
  {
    topics: ['weather', 'forecast'],
    tools: ['fetch_url'],
    text: 'No tool knows the weather: use fetch_url with an open service, such as https://api.open-meteo.com.',
  },
  {
    topics: ['translate', 'translation', 'summarise', 'summarize', 'proofread'],
    tools: [],
    text: 'No tool is needed: do it yourself.',
  },
  {
    topics: ['aloud', 'speak', 'tts'],
    tools: [],
    text: 'No tool speaks: the user can tap "Read aloud" below your answer.',
  },
  {
    topics: ['transcribe', 'transcription', 'dictate', 'dictation'],
    tools: ['record_audio'],
    text: 'No tool writes down speech: record_audio puts it into the conversation, where a model that takes audio hears it.',
  },
  {
    topics: ['qr', 'barcode'],
    tools: ['run_python'],
    text: "No tool makes or reads QR codes: run_python with packages ['segno'] makes one, where it may use the network.",
  },
  {
    topics: ['mermaid', 'flowchart', 'diagram'],
    tools: ['make_chart'],
    text: 'No tool draws diagrams: write an SVG file with write_file. make_chart draws charts of data.',
  },
  {
    topics: ['mcp', 'server'],
    needs: ['mcp', 'add', 'connect', 'install'],
    tools: [],
    text: 'The user adds tool servers (MCP) in the app; their tools are then found here.',
  },
  {
    topics: ['subagent', 'delegate', 'delegation'],
    tools: ['schedule_task'],
    text: 'There are no sub-agents: do it yourself, or have schedule_task run a prompt in a new chat.',
  },
  {
    topics: ['server', 'localhost'],
    needs: ['start', 'run', 'serve', 'host', 'launch', 'local', 'web', 'dev'],
    tools: ['open_file'],
    text: 'No server can run in a web page: open_file shows or offers a file to the user.',
  },
];

/** `words`: of the query, as the search sees them. */
export function wayWithoutTool(words: readonly string[]): Way | undefined {
  const isIn = (word: string) => words.includes(word);
  return rows.find(
    ({ topics, needs, unless = [] }) =>
      topics.some(isIn) && (!needs || needs.some(isIn)) && !unless.some(isIn),
  );
}
