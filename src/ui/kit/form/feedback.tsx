/** The result of a form action, in a sentence. */
import { Icon } from '../icon.tsx';

export type FeedbackState = { isGood: boolean; text: string } | null;

export function Feedback({ state }: { state: FeedbackState }) {
  return (
    <div role="status">
      {state && (
        <p class={`feedback ${state.isGood ? 'good' : 'bad'}`}>
          <Icon name={state.isGood ? 'check' : 'alert'} />
          {state.text}
        </p>
      )}
    </div>
  );
}
