/**
 * The frame of a chat without words: the build puts its markup into index.html (scripts/vite/first-screen.ts), and the app
 * replaces it. Everything stands where the app draws it, and nothing can be typed or pressed before it works.
 */
import activity from 'lucide-static/icons/activity.svg?raw';
import arrowUp from 'lucide-static/icons/arrow-up.svg?raw';
import chevronDown from 'lucide-static/icons/chevron-down.svg?raw';
import clock from 'lucide-static/icons/clock.svg?raw';
import clipboard from 'lucide-static/icons/clipboard-list.svg?raw';
import folder from 'lucide-static/icons/folder.svg?raw';
import menu from 'lucide-static/icons/menu.svg?raw';
import chat from 'lucide-static/icons/message-square.svg?raw';
import mic from 'lucide-static/icons/mic.svg?raw';
import notebook from 'lucide-static/icons/notebook-text.svg?raw';
import plus from 'lucide-static/icons/plus.svg?raw';
import settings from 'lucide-static/icons/settings.svg?raw';
import terminal from 'lucide-static/icons/square-terminal.svg?raw';
import agent from 'lucide-static/icons/user-round.svg?raw';
import tool from 'lucide-static/icons/wrench.svg?raw';
import { Mark } from '#src/ui/kit/mark.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import barStyles from '#src/ui/kit/bar/top-bar.module.css';
import composerStyles from '#src/ui/chat/composer/composer.module.css';
import menuStyles from '#src/ui/chat/model-menu.module.css';
import transcriptStyles from '#src/ui/chat/transcript.module.css';
import appStyles from '../app.module.css';
import sidebarStyles from './sidebar.module.css';

/** Of the navigation, in its order; importing the screens would run the whole app in the build. */
const navigation = [chat, agent, tool, folder, terminal, clipboard, notebook, clock, activity, settings];

export function FirstScreen() {
  return (
    <div class={classNames(appStyles.app, 'first-screen')} aria-hidden="true">
      <aside class={classNames(appStyles.side, 'first-wide')}>
        <div class={sidebarStyles.sidebar}>
          <div class={sidebarStyles.sidebarHead}>
            <Mark />
            <span class={sidebarStyles.wordmark}>OneClaw</span>
          </div>
          <div>
            {navigation.map((svg) => (
              <span class="row" key={svg} aria-current={svg === chat ? 'page' : undefined}>
                <Drawing svg={svg} />
                <span class="first-word" />
              </span>
            ))}
          </div>
        </div>
      </aside>
      <div class={classNames(appStyles.main, 'first-view')}>
        <div class={barStyles.topBar}>
          <span class={classNames('icon-button', 'first-narrow')}>
            <Drawing svg={menu} />
          </span>
          <span class={menuStyles.agentButton}>
            <Mark />
            <span class="first-word" />
            <Drawing svg={chevronDown} />
          </span>
          <span class="icon-button">
            <Drawing svg={plus} />
          </span>
        </div>
        <div class={transcriptStyles.transcript} />
        <div class={composerStyles.composer}>
          <div class={composerStyles.field}>
            <span class="icon-button">
              <Drawing svg={plus} />
            </span>
            <span class="first-input" />
            <span class="icon-button">
              <Drawing svg={mic} />
            </span>
            <span class={classNames(composerStyles.send, 'first-off')}>
              <Drawing svg={arrowUp} />
            </span>
          </div>
        </div>
      </div>
    </div>
  );
}

/** An icon as part of the page: a mask, as icons are elsewhere, is a document of its own to the browser. */
function Drawing({ svg }: { svg: string }) {
  const __html = svg
    .replace(/^.*?<svg.*?>/s, '')
    .replace('</svg>', '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return <svg class="first-drawing" viewBox="0 0 24 24" dangerouslySetInnerHTML={{ __html }} />;
}
