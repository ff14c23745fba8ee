/**
 * Baseline of the first paint: a Preact app with a bar, a log and a field, installed with a service worker.
 */
import './page.css';
import { signal } from '@preact/signals';
import { render } from 'preact';
import { trustedScriptUrl } from '#shared/trusted-url.ts';

const text = signal('');
const log = signal<readonly string[]>([]);

function App() {
  return (
    <>
      <header>
        <h1>Bare</h1>
      </header>
      <div role="log">
        {log.value.length === 0 ? <p>How can I help?</p> : log.value.map((line) => <p key={line}>{line}</p>)}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          log.value = [...log.value, text.value];
          text.value = '';
        }}
      >
        <textarea
          aria-label="Message"
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        <button type="submit">Send</button>
      </form>
    </>
  );
}

const root = document.getElementById('app');
if (root) render(<App />, root);
addEventListener('load', () => void navigator.serviceWorker.register(trustedScriptUrl('./sw.js')));
