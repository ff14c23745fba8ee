/** Says which package has a missing module of Python, or what to use instead. */
import names from './import-names.json';

/** Packages that the list of Pyodide does not have, and whose modules are named differently. */
const others: Readonly<Record<string, string>> = {
  ...{ docx: 'python-docx', pptx: 'python-pptx', dotenv: 'python-dotenv', jwt: 'pyjwt', git: 'gitpython' },
  ...{ slugify: 'python-slugify', github: 'pygithub', OpenSSL: 'pyopenssl', markdown: 'markdown' },
  ...{ openpyxl: 'openpyxl', Levenshtein: 'levenshtein', unidecode: 'unidecode', ics: 'ics' },
};

const noWindows =
  'there are no windows here: draw a picture and show(…) it, or write a page of HTML that the user can open';
const noNetwork =
  'it needs sockets, which are not here: use urllib.request, or the tools http_request and fetch_url';
const noProcesses = 'there are no processes and terminals here: use the standard library or the shell';
const noBuild = 'there is no build of it for the browser: use numpy or plain Python';
const noPage = 'scripts do not reach the page: use the tools, and urllib.request for the network';

/** Modules that no package can bring. */
const absent: Readonly<Record<string, string>> = {
  ...{ tkinter: noWindows, _tkinter: noWindows, turtle: noWindows, wx: noWindows, PyQt5: noWindows },
  ...{ PyQt6: noWindows, PySide6: noWindows, pyautogui: noWindows, idlelib: noWindows },
  ...{
    requests: noNetwork,
    httpx: noNetwork,
    aiohttp: noNetwork,
    selenium: noNetwork,
    playwright: noNetwork,
  },
  ...{
    curses: noProcesses,
    _curses: noProcesses,
    pexpect: noProcesses,
    psutil: noProcesses,
    fcntl: noProcesses,
  },
  ...{ termios: noProcesses, pty: noProcesses, msvcrt: noProcesses, winreg: noProcesses, venv: noProcesses },
  ...{ ensurepip: 'there is no pip here: run_python has the parameter packages' },
  ...{ pip: 'there is no pip here: run_python has the parameter packages' },
  ...{ torch: noBuild, tensorflow: noBuild, jax: noBuild, keras: noBuild, transformers: noBuild },
  ...{ js: noPage, pyodide: noPage, pyodide_js: noPage },
};

const chart = 'the tool make_chart draws charts without it (find_tools)';
const picture =
  'the tool edit_image resizes, crops, captions and converts pictures, makes contact sheets and removes metadata (find_tools)';
const reading = 'the tool read_file reads such a file as Markdown';

/** Modules whose most frequent use a tool has, without a download. */
const tools: Readonly<Record<string, string>> = {
  ...{ matplotlib: chart, seaborn: chart, plotly: chart, altair: chart, bokeh: chart, pygal: chart },
  ...{ PIL: picture, cv2: picture, wand: picture, piexif: picture, exifread: picture, skimage: picture },
  ...{ openpyxl: reading, xlrd: reading, docx: reading, pptx: reading, pypdf: reading, PyPDF2: reading },
  ...{ pdfplumber: reading, pdfminer: reading, fitz: reading, docx2txt: reading, ebooklib: reading },
};

/** The list of compiled packages for this interpreter. */
const list = 'https://cdn.jsdelivr.net/pyodide/v314.0.7/full/pyodide-lock.json';

/** `module`: as in the import, such as `PIL.Image`. */
export function adviceOnModule(module: string, hasNetwork: boolean): string {
  const [name = module] = module.split('.');
  const instead = own(absent, name);
  if (instead !== undefined) return `${name}: ${instead}`;
  const compiled = own(names.compiled, name);
  const packageName = (compiled ?? own(names.pure, name) ?? own(others, name) ?? name).toLowerCase();
  const index = compiled === undefined ? '' : ` and index: "${list}"`;
  const known = compiled !== undefined || packageName !== name.toLowerCase();
  const call = `run_python installs it with packages: ["${packageName}"]${index}`;
  const tool = own(tools, name);
  const start = tool === undefined ? `${name}:` : `${name}: ${tool}. Otherwise,`;
  if (!hasNetwork)
    return `${start} ${call}, but this agent may not use the network. Use the standard library, or a wheel in the workspace`;
  return known ? `${start} ${call}` : `${start} if there is a package of pure Python, ${call}`;
}

function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
