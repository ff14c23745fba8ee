/**
 * Settings of two services that need only an address: the reader service, and the one that locates IP
 * addresses.
 */
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { AddressForm } from './address-form.tsx';

export function ReaderSection() {
  const { network } = useApp().connection.api;
  return (
    <AddressForm
      title={t('settings.reader')}
      hint={t('settings.reader-hint')}
      field={{
        label: t('settings.reader-address'),
        hint: t('settings.reader-address-hint'),
        placeholder: 'https://reader.example/{url}',
      }}
      words={{
        saved: t('settings.reader-saved'),
        bad: t('settings.reader-bad'),
        remove: t('settings.reader-remove'),
      }}
      send={(address) => network.reader(address)}
      isDefault={() => false}
    />
  );
}

/** Repeated from `workers/domains/network/reader-store.ts`, which the page cannot import. */
const defaultHost = 'get.geojs.io';

export function IpServiceSection() {
  const { network } = useApp().connection.api;
  return (
    <AddressForm
      title={t('settings.ip')}
      hint={t('settings.ip-hint')}
      field={{
        label: t('settings.ip-address'),
        hint: t('settings.ip-address-hint'),
        placeholder: `https://${defaultHost}/v1/ip/geo.json`,
      }}
      words={{ saved: t('settings.ip-saved'), bad: t('settings.ip-bad'), remove: t('settings.ip-default') }}
      send={(address) => network.ipService(address)}
      isDefault={(address) => new URL(address).host === defaultHost}
    />
  );
}
