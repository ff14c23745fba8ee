/** What every part of the engine may use. */
import type { EventBus } from './events/event-bus.ts';
import type { Prompts } from './permissions/prompts.ts';
import type { Registry } from './calls/registry.ts';
import type { DeviceBridge } from './tool-hosts/device-bridge.ts';

export type Core = { bus: EventBus; device: DeviceBridge; prompts: Prompts; registry: Registry };
