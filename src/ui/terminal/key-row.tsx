/**
 * Keys that the keyboards of phones lack. After Ctrl, the row shows the letters that have a function with it.
 */
import { t } from '#src/state/text/text.ts';
import { Icon, type IconName } from '#src/ui/kit/icon.tsx';
import type { LineKeys } from './use-line.ts';
import { useToolbar } from './use-toolbar.ts';
import styles from './terminal-prompt.module.css';

/** The labels of these keys are the same in every language. */
const keyLabels = { tab: 'Tab', ctrl: 'Ctrl' };
const letters = ['c', 'l', 'a', 'e', 'u', 'k', 'w'];
const signs = ['|', '/', '~', '-', '"', '$', '&', '>'];

export function KeyRow({ keys }: { keys: LineKeys }) {
  const { isCtrl } = keys;
  const press = (work: () => void) => () => {
    isCtrl.value = false;
    work();
  };
  const toolbar = useToolbar();
  return (
    // A line of the shell is written from left to right, and so is this row.
    <div class={styles.keys} role="toolbar" dir="ltr" aria-label={t('terminal.keys')} {...toolbar}>
      <Key label={keyLabels.tab} name={t('terminal.key-tab')} onPress={press(keys.complete)} />
      <Key label={keyLabels.ctrl} isPressed={isCtrl.value} onPress={() => (isCtrl.value = !isCtrl.value)} />
      {isCtrl.value ? (
        letters.map((letter) => (
          <Key
            key={letter}
            label={letter.toUpperCase()}
            name={`Ctrl+${letter.toUpperCase()}`}
            onPress={press(() => keys.control(letter))}
          />
        ))
      ) : (
        <>
          <Key icon="arrow-up" name={t('terminal.key-up')} onPress={press(() => keys.recall(-1))} />
          <Key icon="arrow-down" name={t('terminal.key-down')} onPress={press(() => keys.recall(1))} />
          <Key label="←" name={t('terminal.key-left')} onPress={press(() => keys.move(-1))} />
          <Key label="→" name={t('terminal.key-right')} onPress={press(() => keys.move(1))} />
          {signs.map((sign) => (
            <Key key={sign} label={sign} onPress={press(() => keys.insert(sign))} />
          ))}
        </>
      )}
    </div>
  );
}

type KeyProps = {
  label?: string;
  icon?: IconName;
  name?: string;
  isPressed?: boolean;
  onPress: () => void;
};

function Key({ label, icon, name, isPressed, onPress }: KeyProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={isPressed}
      // Keeps the focus in the field, so that the keyboard of the phone stays open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {icon ? <Icon name={icon} /> : label}
    </button>
  );
}
