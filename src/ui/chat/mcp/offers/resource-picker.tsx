/** Attaches a server's resource: one of its list, or one addressed by a template. */
import { useSignal } from '@preact/signals';
import type { McpResourceTemplate, McpServerInfo } from '#shared/mcp/mcp.ts';
import { valueOf } from '#src/state/connections/servers.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { ArgumentForm } from './argument-form.tsx';
import { contentFiles } from './content-files.ts';
import { expandTemplate } from './expand-template.ts';
import { OfferList, type Offer } from './offer-list.tsx';
import { useComplete, useOffers } from './use-offers.ts';

type PickerProps = { servers: readonly McpServerInfo[]; onDone: () => void };
type Chosen = { server: McpServerInfo; template: McpResourceTemplate };

export function ResourcePicker({ servers, onDone }: PickerProps) {
  const { connection, draftInput, toasts } = useApp();
  const { mcp } = connection.api;
  const chosen = useSignal<Chosen | null>(null);
  const isWorking = useSignal(false);
  const { found, problems, isWaiting } = useOffers(
    servers.filter(({ offers }) => offers.resources),
    ({ id }) => mcp.resources(id),
  );

  async function attach(server: McpServerInfo, uri: string): Promise<void> {
    isWorking.value = true;
    const answer = await toasts.attempt(mcp.readResource(server.id, uri));
    isWorking.value = false;
    const contents = answer && valueOf(answer, toasts);
    if (!contents) return;
    onDone();
    await draftInput.add(contentFiles(contents, server.title));
  }

  const offers = found.flatMap(({ server, value }): Offer[] => [
    ...value.templates.map((template) => ({
      key: `${server.id} ${template.template}`,
      server: server.title,
      title: template.title || template.name,
      about: template.template,
      icon: 'search' as const,
      choose: () => (chosen.value = { server, template }),
    })),
    ...value.resources.map(({ uri, title, name }) => ({
      key: `${server.id} ${uri}`,
      server: server.title,
      title: title || name,
      about: uri,
      icon: 'file' as const,
      choose: () => void attach(server, uri),
    })),
  ]);
  const { value } = chosen;
  if (value)
    return (
      <TemplateForm
        chosen={value}
        isWorking={isWorking.value}
        onBack={() => (chosen.value = null)}
        onUri={(uri) => void attach(value.server, uri)}
      />
    );
  return (
    <OfferList label={t('offer.pick-resource')} offers={offers} problems={problems} isWaiting={isWaiting} />
  );
}

type TemplateFormProps = {
  chosen: Chosen;
  isWorking: boolean;
  onBack: () => void;
  onUri: (uri: string) => void;
};

function TemplateForm({ chosen: { server, template }, isWorking, onBack, onUri }: TemplateFormProps) {
  const complete = useComplete(server, { type: 'resource', template: template.template });
  return (
    <ArgumentForm
      title={template.title || template.name}
      about={template.description || template.template}
      action={t('composer.attach')}
      arguments={template.variables.map((name) => ({ name, title: '', description: '', isRequired: true }))}
      {...{ isWorking, complete, onBack }}
      onSubmit={(values) => onUri(expandTemplate(template.template, values))}
    />
  );
}
