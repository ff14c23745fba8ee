/** The end of a form that stays in view: its message, Cancel and Save. */
import { t } from '#src/state/text/text.ts';
import { Feedback, type FeedbackState } from './feedback.tsx';

type FormEndProps = { feedback: FeedbackState; onCancel: () => void };

export function FormEnd({ feedback, onCancel }: FormEndProps) {
  return (
    <div class="form-end">
      <Feedback state={feedback} />
      <div class="form-actions">
        <button type="button" class="button" onClick={onCancel}>
          {t('edit.cancel')}
        </button>
        <button type="submit" class="button primary">
          {t('edit.save')}
        </button>
      </div>
    </div>
  );
}
