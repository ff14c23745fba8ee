/** The sound and the vibration of an alarm. */
import { alarmLimits } from '#shared/alarms/alarm.ts';

/** In hertz: A5, which small speakers carry well. */
const pitch = 880;
/** In seconds: three beeps, then silence. */
const beepSeconds = 0.14;
const beepStarts = [0, 0.22, 0.44];
const roundSeconds = 1.6;
const loudness = 0.35;
/** In milliseconds: on, off, on. */
const buzz = [400, 200, 400];

/** `onSound`: whether the browser plays nothing, because the page was not tapped since it was opened. */
export function startRing(over: AbortSignal, onSound: (isBlocked: boolean) => void): void {
  const audio = new AudioContext();
  const tell = () => over.aborted || onSound(audio.state !== 'running');
  audio.onstatechange = tell;
  tell();
  // The whole time at once: timers of a hidden tab come once a minute, the clock of the sound does not wait for them.
  const gain = new GainNode(audio, { gain: 0 });
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
  tone.connect(gain).connect(audio.destination);
  for (let start = 0; start < alarmLimits.ringMs / 1000; start += roundSeconds)
    for (const offset of beepStarts) beep(gain.gain, start + offset);
  tone.start();
  const resume = () => void audio.resume().catch(console.warn);
  document.addEventListener('pointerdown', resume, { signal: over });
  document.addEventListener('keydown', resume, { signal: over });
  resume();
  const vibrate = () => void ('vibrate' in navigator && navigator.vibrate(buzz));
  vibrate();
  const timer = setInterval(vibrate, roundSeconds * 1000);
  over.addEventListener('abort', () => {
    clearInterval(timer);
    if ('vibrate' in navigator) navigator.vibrate(0);
    void audio.close().catch(console.warn);
  });
}

/** With soft edges: a tone that is cut clicks. */
function beep(gain: AudioParam, start: number): void {
  const edge = 0.01;
  gain.setValueAtTime(0, start);
  gain.linearRampToValueAtTime(loudness, start + edge);
  gain.setValueAtTime(loudness, start + beepSeconds - edge);
  gain.linearRampToValueAtTime(0, start + beepSeconds);
}
