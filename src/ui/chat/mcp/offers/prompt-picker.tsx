/** Attaches a server's prompt to the message, after asking for its arguments; only the user sends it. */
import { useSignal } from '@preact/signals';
import type { McpPrompt, McpServerInfo } from '#shared/mcp/mcp.ts';
import { valueOf } from '#src/state/connections/servers.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { ArgumentForm } from './argument-form.tsx';
import { promptFiles } from './content-files.ts';
import { OfferList, type Offer } from './offer-list.tsx';
import { useComplete, useOffers } from './use-offers.ts';

type PickerProps = { servers: readonly McpServerInfo[]; onDone: () => void };
type Chosen = { server: McpServerInfo; prompt: McpPrompt };

export function PromptPicker({ servers, onDone }: PickerProps) {
  const { connection, draftInput, toasts } = useApp();
  const { mcp } = connection.api;
  const chosen = useSignal<Chosen | null>(null);
  const isWorking = useSignal(false);
  const { found, problems, isWaiting } = useOffers(
    servers.filter(({ offers }) => offers.prompts),
    ({ id }) => mcp.prompts(id),
  );

  async function insert({ server, prompt }: Chosen, values: Record<string, string>): Promise<void> {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
    isWorking.value = true;
    const answer = await toasts.attempt(mcp.prompt(server.id, prompt.name, given));
    isWorking.value = false;
    const text = answer && valueOf(answer, toasts);
    if (!text) return;
    onDone();
    const files = promptFiles(text, prompt.title || prompt.name, server.title);
    if (files.length > 0) await draftInput.add(files);
  }

  const offers = found.flatMap(({ server, value }) =>
    value.map((prompt): Offer => {
      const picked = { server, prompt };
      return {
        key: `${server.id} ${prompt.name}`,
        server: server.title,
        title: prompt.title || prompt.name,
        about: prompt.description,
        icon: 'chat',
        choose: () => (prompt.arguments.length > 0 ? (chosen.value = picked) : void insert(picked, {})),
      };
    }),
  );
  const { value } = chosen;
  if (value)
    return (
      <PromptForm
        chosen={value}
        isWorking={isWorking.value}
        onBack={() => (chosen.value = null)}
        onSubmit={(values) => void insert(value, values)}
      />
    );
  return (
    <OfferList label={t('offer.pick-prompt')} offers={offers} problems={problems} isWaiting={isWaiting} />
  );
}

type PromptFormProps = {
  chosen: Chosen;
  isWorking: boolean;
  onBack: () => void;
  onSubmit: (values: Record<string, string>) => void;
};

function PromptForm({ chosen: { server, prompt }, isWorking, onBack, onSubmit }: PromptFormProps) {
  const complete = useComplete(server, { type: 'prompt', name: prompt.name });
  return (
    <ArgumentForm
      title={prompt.title || prompt.name}
      about={prompt.description}
      action={t('offer.insert')}
      arguments={prompt.arguments}
      {...{ isWorking, complete, onBack, onSubmit }}
    />
  );
}
