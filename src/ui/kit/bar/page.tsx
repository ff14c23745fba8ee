/** A screen with a bar and a page that scrolls. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { classNames } from '../class-names.ts';
import { TopBar } from './top-bar.tsx';

type PageProps = {
  title: string;
  /** Whether the title may be in another language than the interface. */
  isOwnLanguage?: boolean;
  class?: string | undefined;
  /** What is open in it: when that changes, the link that led here, and had the focus, is gone. */
  shows?: string;
  onBack?: (() => void) | undefined;
  children: ComponentChildren;
};

export function Page({ title, isOwnLanguage = false, class: more, shows, onBack, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [shows]);
  return (
    <>
      <TopBar {...(onBack && { onBack })}>
        <h1
          ref={heading}
          tabIndex={-1}
          class={classNames('view-title', isOwnLanguage ? 'own-language' : undefined)}
          dir={isOwnLanguage ? 'auto' : undefined}
        >
          {title}
        </h1>
      </TopBar>
      <div class="scroller">
        <div class={classNames('page', more)}>{children}</div>
      </div>
    </>
  );
}
