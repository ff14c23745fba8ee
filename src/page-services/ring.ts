/** The sound and the vibration of an alarm. */

/** In hertz: A5, which small speakers carry well. */
const pitch = 880;
/** In seconds: three beeps, then silence. */
const beepSeconds = 0.14;
const beepStarts = [0, 0.22, 0.44];
const periodSeconds = 1.6;
/** Soft edges, in seconds: a tone that is cut clicks. */
const fadeSeconds = 0.01;
const loudness = 0.35;
/** In milliseconds: on, off, on. */
const vibrationPattern = [400, 200, 400];

/**
 * Rings until `over` aborts. `onSound` gets whether the browser blocks the sound, because the page
 * was not tapped since it was opened.
 */
export function startRing(over: AbortSignal, onSound: (isBlocked: boolean) => void): void {
  const audio = new AudioContext();
  const reportState = () => over.aborted || onSound(audio.state !== 'running');
  audio.onstatechange = reportState;
  reportState();
  // A looped buffer instead of timers, which browsers throttle to once a minute in hidden tabs.
  const source = new AudioBufferSourceNode(audio, { buffer: renderPeriod(audio.sampleRate), loop: true });
  source.connect(audio.destination);
  source.start();
  const resume = () => void audio.resume().catch(console.warn);
  // A finger counts as a tap when it is lifted, a mouse when it is pressed (HTML standard, "activation triggering input event").
  for (const event of ['pointerdown', 'pointerup', 'keydown'])
    document.addEventListener(event, resume, { signal: over });
  resume();
  const vibrate = () => void ('vibrate' in navigator && navigator.vibrate(vibrationPattern));
  vibrate();
  const timer = setInterval(vibrate, periodSeconds * 1000);
  over.addEventListener('abort', () => {
    clearInterval(timer);
    if ('vibrate' in navigator) navigator.vibrate(0);
    void audio.close().catch(console.warn);
  });
}

function renderPeriod(sampleRate: number): AudioBuffer {
  const buffer = new AudioBuffer({ length: Math.round(periodSeconds * sampleRate), sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = sampleAt(at / sampleRate);
  return buffer;
}

function sampleAt(seconds: number): number {
  const start = beepStarts.findLast((each) => each <= seconds) ?? 0;
  const since = seconds - start;
  if (since >= beepSeconds) return 0;
  const edge = Math.min(1, since / fadeSeconds, (beepSeconds - since) / fadeSeconds);
  return loudness * edge * Math.sin(2 * Math.PI * pitch * since);
}
