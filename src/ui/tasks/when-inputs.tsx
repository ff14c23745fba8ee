/** When a task runs: a choice of patterns, and the fields of the chosen one. */
import { useId } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { Field } from '#src/ui/kit/form/field.tsx';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import { weekdayName } from '#src/ui/kit/schedule/cron-text.ts';
import { hasTime, whenKinds, type WhenFields } from './when-fields.ts';

/** `zone`: the time zone of the times; absent: that of the device. */
type WhenProps = {
  fields: WhenFields;
  zone: string | undefined;
  onChange: (part: Partial<WhenFields>) => void;
};

/** From Monday on. */
const days = [1, 2, 3, 4, 5, 6, 0];

export function WhenInputs({ fields, zone, onChange }: WhenProps) {
  const { kind, moment, time, day, minute, cron } = fields;
  const ofDevice = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <SelectField
        label={t('tasks.when')}
        options={whenKinds.map((value) => ({ value, label: t(`tasks.when-${value}`) }))}
        value={kind}
        onChange={(value) => onChange({ kind: value })}
      />
      {kind === 'weekly' && (
        <SelectField
          label={t('tasks.day')}
          options={days.map((each) => ({ value: String(each), label: weekdayName(each) }))}
          value={day}
          onChange={(value) => onChange({ day: value })}
        />
      )}
      {hasTime(kind) && (
        <TimeField
          label={t('tasks.time')}
          type="time"
          value={time}
          onChange={(value) => onChange({ time: value })}
        />
      )}
      {kind === 'once' && (
        <TimeField
          label={t('tasks.moment')}
          type="datetime-local"
          value={moment}
          onChange={(value) => onChange({ moment: value })}
        />
      )}
      {kind === 'hourly' && (
        <Field
          label={t('tasks.minute')}
          inputMode="numeric"
          value={minute}
          onChange={(value) => onChange({ minute: value })}
        />
      )}
      {kind === 'cron' && (
        <Field
          label={t('tasks.cron')}
          hint={t('tasks.cron-hint', { zone: zone ?? ofDevice })}
          value={cron}
          onChange={(value) => onChange({ cron: value })}
        />
      )}
      {kind !== 'cron' && zone !== undefined && zone !== ofDevice && (
        <p class="hint">{t('tasks.zone', { zone })}</p>
      )}
    </>
  );
}

type TimeProps = {
  label: string;
  type: 'time' | 'datetime-local';
  value: string;
  onChange: (value: string) => void;
};

/** The browser's own input for times, in the user's format. */
function TimeField({ label, type, value, onChange }: TimeProps) {
  const id = useId();
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type={type}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}
