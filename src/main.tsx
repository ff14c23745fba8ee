import { connectEngine } from './engine/connect.ts';
import { createConsole } from './console.ts';
window.oneclaw = createConsole(connectEngine(), (e) => JSON.stringify(e));
