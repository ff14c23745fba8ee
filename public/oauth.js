// The redirect page of sign-ins to tool servers. It passes the authorization response to the app through a
// BroadcastChannel, because COOP separates this window from the app's, and shows the outcome. The address, which
// contains the authorization code, never leaves this browser.
const words = {
  en: {
    waiting: 'Finishing the sign-in…',
    done: 'You are signed in. You can close this window.',
    failed: 'The sign-in did not work. Go back and try again.',
    alone: 'Open OneClaw to finish signing in. Leave this window open.',
    locked: 'Unlock your keys in OneClaw to finish signing in. Leave this window open.',
    nothing: 'There is nothing to finish here.',
    back: 'Back to OneClaw',
  },
  zh: {
    waiting: '正在完成登录…',
    done: '已登录。你可以关闭此窗口。',
    failed: '登录未成功。请返回重试。',
    alone: '请打开 OneClaw 以完成登录；在此期间不要关闭此窗口。',
    locked: '请在 OneClaw 中解锁密钥以完成登录；在此期间不要关闭此窗口。',
    nothing: '这里没有需要完成的操作。',
    back: '返回 OneClaw',
  },
};
const said = navigator.language.startsWith('zh') ? words.zh : words.en;
const address = location.href;
const query = new URL(address).searchParams;

// Removes the authorization code from the address bar and the history.
history.replaceState(null, '', location.pathname);
say('waiting');

if (query.has('state')) {
  const channel = new BroadcastChannel('oneclaw-sign-in');
  // Repeated, because the app may still be starting: its tab may have been discarded while the user signed
  // in.
  const ask = () => channel.postMessage({ type: 'answer', address });
  const again = setInterval(ask, 1000);
  const late = setTimeout(() => say('alone'), 5000);
  channel.onmessage = ({ data }) => {
    if (data?.state !== query.get('state')) return;
    if (data.type === 'locked') say('locked');
    if (data.type === 'locked' || data.type === 'taken') clearTimeout(late);
    if (data.type !== 'taken') return;
    clearInterval(again);
    say(data.ok ? 'done' : 'failed');
    if (data.ok) window.close();
  };
  ask();
} else say('nothing');

function say(key) {
  document.documentElement.lang = said === words.zh ? 'zh' : 'en';
  document.getElementById('words').textContent = said[key];
  const back = document.getElementById('back');
  back.textContent = said.back;
  back.hidden = key === 'waiting';
}
