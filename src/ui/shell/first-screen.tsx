/**
 * The static frame of a chat, without texts: the build puts its markup into index.html
 * (scripts/vite/first-screen.ts), and the app replaces it. Each element is where the app renders it, and
 * nothing can be typed or pressed before the app runs.
 */
import { Icon, type IconName } from '#src/ui/kit/icon.tsx';
import { Mark } from '#src/ui/kit/mark.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import barStyles from '#src/ui/kit/bar/top-bar.module.css';
import composerStyles from '#src/ui/chat/composer/composer.module.css';
import menuStyles from '#src/ui/chat/model-menu.module.css';
import transcriptStyles from '#src/ui/chat/transcript.module.css';
import appStyles from '../app.module.css';
import sidebarStyles from './sidebar.module.css';

type Props = {
  /** The icons of the navigation, in its order. */
  navigation: readonly IconName[];
};

export function FirstScreen({ navigation }: Props) {
  return (
    <div class={classNames(appStyles.app, 'first-screen')} aria-hidden="true">
      <aside class={classNames(appStyles.side, 'first-wide')}>
        <div class={sidebarStyles.sidebar}>
          <div class={sidebarStyles.sidebarHead}>
            <Mark />
            <span class={sidebarStyles.wordmark}>OneClaw</span>
          </div>
          <div>
            {navigation.map((icon) => (
              <span class="row" key={icon} aria-current={icon === 'chat' ? 'page' : undefined}>
                <Icon name={icon} />
                <span class="first-word" />
              </span>
            ))}
          </div>
        </div>
      </aside>
      <div class={classNames(appStyles.main, 'first-view')}>
        <div class={barStyles.topBar}>
          <span class={classNames('icon-button', 'first-narrow')}>
            <Icon name="menu" />
          </span>
          <span class={menuStyles.agentButton}>
            <Mark />
            <span class="first-word" />
            <Icon name="chevron-down" />
          </span>
          <span class="icon-button">
            <Icon name="plus" />
          </span>
        </div>
        <div class={transcriptStyles.transcript} />
        <div class={composerStyles.composer}>
          <div class={composerStyles.field}>
            <span class="icon-button">
              <Icon name="plus" />
            </span>
            <span class="first-input" />
            <span class="icon-button">
              <Icon name="mic" />
            </span>
            <span class={classNames(composerStyles.send, 'first-off')}>
              <Icon name="arrow-up" />
            </span>
          </div>
        </div>
      </div>
    </div>
  );
}
