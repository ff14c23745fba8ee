/** How a download ended, as a sentence. */
import type { Fallible } from '#shared/rpc/protocol.ts';
import { t } from '#src/state/text/text.ts';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';

/** Null after success or cancelling, which the rows show. */
export function feedbackOf(answer: Fallible<void> | undefined): FeedbackState {
  if (!answer || answer.ok || answer.error.type === 'cancelled') return null;
  const { type, message } = answer.error;
  if (type === 'network_error') return { isGood: false, text: t('packages.error-network') };
  if (type === 'storage_full') return { isGood: false, text: t('packages.error-storage') };
  if (type === 'execution_error') return { isGood: false, text: t('packages.error-updated') };
  return { isGood: false, text: message };
}
