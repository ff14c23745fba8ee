/** How an alarm repeats: a choice of patterns, and the fields of the chosen one. */
import { useId } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { Field } from '#src/ui/kit/form/field.tsx';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import { weekdayName } from '#src/ui/kit/schedule/cron-text.ts';
import { repeatKinds, type RepeatFields } from './repeat-fields.ts';

type RepeatProps = { fields: RepeatFields; onChange: (part: Partial<RepeatFields>) => void };

export function RepeatInputs({ fields, onChange }: RepeatProps) {
  const { kind, cron } = fields;
  return (
    <>
      <SelectField
        label={t('alarms.repeat')}
        options={repeatKinds.map((value) => ({ value, label: t(`alarms.repeat-${value}`) }))}
        value={kind}
        onChange={(value) => onChange({ kind: value })}
      />
      {kind === 'days' && <DaysField fields={fields} onChange={onChange} />}
      {kind === 'dates' && <DatesField fields={fields} onChange={onChange} />}
      {kind === 'cron' && (
        <Field
          label={t('alarms.cron')}
          hint={t('alarms.cron-hint')}
          value={cron}
          onChange={(value) => onChange({ cron: value })}
        />
      )}
    </>
  );
}

/** From Monday on. */
const week = [1, 2, 3, 4, 5, 6, 0];

function DaysField({ fields: { days }, onChange }: RepeatProps) {
  const set = (day: number, isOn: boolean) =>
    onChange({ days: isOn ? [...days, day].toSorted() : days.filter((each) => each !== day) });
  return (
    <fieldset class="choice">
      <legend>{t('alarms.days')}</legend>
      {week.map((day) => (
        <label key={day} class="check-line">
          <input
            type="checkbox"
            checked={days.includes(day)}
            onChange={({ currentTarget }) => set(day, currentTarget.checked)}
          />
          <span class="check-text">{weekdayName(day)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** One input for each date, and an empty one for the next; an emptied one goes. */
function DatesField({ fields: { dates }, onChange }: RepeatProps) {
  const id = useId();
  const set = (at: number, date: string) =>
    onChange({ dates: [...dates.slice(0, at), date, ...dates.slice(at + 1)].filter((each) => each !== '') });
  return (
    <fieldset class="choice">
      <legend id={id}>{t('alarms.dates')}</legend>
      {[...dates, ''].map((date, at) => (
        <div key={at} class="form-field">
          <input
            type="date"
            aria-labelledby={id}
            value={date}
            onChange={({ currentTarget }) => set(at, currentTarget.value)}
          />
        </div>
      ))}
    </fieldset>
  );
}
