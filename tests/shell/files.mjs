/** The files that every case of the table starts with; script.sh is executable only after `chmod`. */

const log = `INFO 2024-03-01 started in 12ms
WARN 2024-03-01 slow query 250ms
INFO 2024-03-01 request /a 30ms
ERROR 2024-03-01 timeout after 5000ms
INFO 2024-03-01 request /b 45ms
DEBUG 2024-03-01 cache miss
ERROR 2024-03-01 connection refused
INFO 2024-03-01 stopped
`;

/** Text by path. */
export const files = {
  'README.md': '# Project\n\nA small project for tests.\n\n## Use\n\nRead the readme.\n',
  'src/index.js':
    "import { add } from './lib/math.js';\n\n// TODO: read arguments\nfunction main() {\n  console.log(add(1, 2));\n}\n\nmain();\n",
  'src/util.js': "export function pad(text) {\n  return text.padStart(10, ' ');\n}\n",
  'src/lib/math.js':
    'export function add(a, b) {\n  return a - b;\n}\n\nexport function address(x) {\n  return x; // TODO: real address\n}\n',
  'tests/math.test.js':
    "import { add } from '../src/lib/math.js';\n\nif (add(1, 2) !== 3) throw new Error('add is wrong');\n",
  'a.txt': '1 apple\n2 banana\n3 cherry\n',
  'b.txt': '1 apple\n2 blueberry\n3 cherry\n4 date\n',
  'words.txt': 'banana\napple\ncherry\na.b\ndate\nappple\n',
  'more.txt': 'apple\nfig\ndate\n',
  'nums.txt': '10\n9\n2\n2\n33\n10\n1\n',
  'sizes.txt': '10K\n2M\n512\n1G\n1.5K\n',
  'data.csv': 'name,city,age\nAnn,Bern,34\nBob,Rome,28\nCid,Bern,41\nDan,Oslo,30\n',
  'left.csv': '1,one\n2,two\n3,three\n',
  'right.csv': '1,uno\n3,tre\n4,quattro\n',
  'table.tsv': 'id\tname\tcity\n1\tAnn\tBern\n2\tBob\tRome\n',
  'people.json':
    '{"name":"team","people":[{"name":"Ann","age":34,"city":"Bern"},{"name":"Bob","age":28,"city":"Rome"},{"name":"Cid","age":41,"city":"Bern"}]}\n',
  'server.log': log,
  'config.ini': '# settings\n[server]\nhost=localhost\nport=8080\n\n[paths]\nroot=/usr/local/share\n',
  'my notes.txt': 'with a space in its name\n',
  'unicode.txt': 'éclair\nzèbre\nабв\n日本語\n',
  'empty.txt': '',
  '.hidden': 'secret\n',
  'env.sh': 'FROM_ENV=sourced\nhello() { echo "hello from env"; }\n',
  'script.sh': '#!/bin/bash\necho "args: $# first: $1"\nfor a in "$@"; do echo "- $a"; done\n',
  'fix.patch':
    '--- a/src/lib/math.js\n+++ b/src/lib/math.js\n@@ -1,5 +1,5 @@\n export function add(a, b) {\n-  return a - b;\n+  return a + b;\n }\n \n export function address(x) {\n',
};
