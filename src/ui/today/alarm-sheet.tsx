/** The sheet over every screen while an alarm rings: its label, and buttons to snooze or stop it. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { snoozes, type Alarm } from '#shared/alarms/alarm.ts';
import { sound } from '#src/state/today/ring.ts';
import { ringing } from '#src/state/today/signals.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { useArmed } from '#src/ui/requests/sheet-behaviour.ts';
import { alarmErrorText, alarmName, timeText } from './today-text.ts';
import styles from './today.module.css';

export function AlarmSheet() {
  const [first] = ringing.value;
  return first ? <Ringing key={first.id} alarm={first} /> : null;
}

function Ringing({ alarm }: { alarm: Alarm }) {
  const { connection, toasts } = useApp();
  const dialog = useRef<HTMLDialogElement>(null);
  // A tap just as the sheet appears was meant for something else.
  const isArmed = useArmed();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasEnded = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The heading, not a button: keys meant for the message field must not answer the alarm.
    heading.current?.focus();
    return () => {
      hasEnded.current = true;
      // Closed before it is unmounted: only then does the browser restore the focus.
      element?.close();
    };
  }, []);

  const stop = () => void (isArmed && toasts.attempt(connection.api.alarms.dismiss(alarm.id)));

  return (
    <dialog
      ref={dialog}
      class={classNames('sheet', styles.alarm)}
      role="alertdialog"
      aria-labelledby="alarm-name"
      aria-describedby="alarm-facts"
      data-sound={sound.value}
      onCancel={(event) => {
        // The sheet stays until the engine reports that the alarm has ended, in whichever tab.
        event.preventDefault();
        stop();
      }}
      // Browsers close a dialog at the second Escape, which the page cannot prevent.
      onClose={() => void (hasEnded.current || dialog.current?.showModal())}
    >
      <div class="sheet-body">
        <h2 id="alarm-name" ref={heading} tabIndex={-1} dir="auto">
          {alarmName(alarm)}
        </h2>
        <Facts alarm={alarm} />
        <div class="sheet-actions">
          <Snoozes alarm={alarm} isArmed={isArmed} />
          <Button kind="primary" aria-disabled={!isArmed} onClick={stop}>
            {t('alarms.stop')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

function Facts({ alarm }: { alarm: Alarm }) {
  const others = ringing.value.length - 1;
  return (
    <div id="alarm-facts">
      <p class={styles.time}>
        <Icon name="clock" />
        {timeText(alarm.at)}
      </p>
      {alarm.origin.outside && <p class="hint">{t('alarms.outside')}</p>}
      {sound.value === 'blocked' && <p class="hint">{t('alarms.blocked')}</p>}
      {others > 0 && <p class="hint">{t('alarms.more', { count: others })}</p>}
    </div>
  );
}

function Snoozes({ alarm, isArmed }: { alarm: Alarm; isArmed: boolean }) {
  const { connection, toasts } = useApp();
  async function snooze(minutes: number): Promise<void> {
    const answer = await toasts.attempt(connection.api.alarms.snooze(alarm.id, minutes));
    if (answer && !answer.ok) toasts.show(alarmErrorText(answer.error.code));
  }
  return (
    <>
      {snoozes.map((minutes) => (
        <Button
          key={minutes}
          aria-label={t('alarms.snooze-name', { name: alarmName(alarm), count: minutes })}
          aria-disabled={!isArmed}
          onClick={() => void (isArmed && snooze(minutes))}
        >
          {t('alarms.snooze', { count: minutes })}
        </Button>
      ))}
    </>
  );
}
