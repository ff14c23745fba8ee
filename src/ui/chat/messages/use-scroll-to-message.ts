/** Scrolls to a search hit, and switches to its branch first. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { MessageId } from '#shared/ids.ts';
import { useApp } from '#src/ui/app-context.ts';
import { useTurns } from '../use-turns.ts';
import styles from './messages.module.css';

export function useScrollToMessage(): void {
  const { chat, scrollTarget } = useApp();
  const turns = useTurns();
  const asked = useRef<MessageId | null>(null);
  const target = scrollTarget.value;
  const view = chat.view.value;
  const isReady = chat.phase.value === 'ready';
  useLayoutEffect(() => {
    if (!target || !isReady || view?.id !== target.session) return;
    const element = document.querySelector(`[data-message="${CSS.escape(target.message)}"]`);
    const isElsewhere = !view.messages.some(({ id }) => id === target.message);
    if (isElsewhere && asked.current !== target.message) {
      asked.current = target.message;
      if (!view.run) return turns.showBranch(target.message);
      // During a run the branch cannot be switched; the message may be in the part not loaded yet.
      if (view.isCut) return void chat.reload(target.message);
    }
    asked.current = null;
    scrollTarget.value = null;
    if (element) show(element);
  }, [target, view, isReady]);
}

function show(element: Element): void {
  const bring = () => element.scrollIntoView({ block: 'center' });
  bring();
  // Its height was only estimated (content-visibility) until it was in view.
  requestAnimationFrame(() => requestAnimationFrame(bring));
  const { found = '' } = styles;
  element.classList.add(found);
  element.addEventListener('animationend', () => element.classList.remove(found), { once: true });
}
