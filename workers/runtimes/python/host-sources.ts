/** The Python part of the host: the files of `host/`, installed as a package. */
import emptyPackage from './host/__init__.py?raw';
import eventLoop from './host/event_loop.py?raw';
import figures from './host/figures.py?raw';
import images from './host/images.py?raw';
import network from './host/network.py?raw';
import packages from './host/packages.py?raw';
import runner from './host/runner.py?raw';
import sandbox from './host/sandbox.py?raw';
import session from './host/session.py?raw';
import zones from './host/zones.py?raw';

export const hostFolder = '/lib/host/oneclaw_host';

export const hostSources: Readonly<Record<string, string>> = {
  '__init__.py': emptyPackage,
  'event_loop.py': eventLoop,
  'figures.py': figures,
  'images.py': images,
  'network.py': network,
  'packages.py': packages,
  'runner.py': runner,
  'sandbox.py': sandbox,
  'session.py': session,
  'zones.py': zones,
};
