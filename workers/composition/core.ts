/** The parts that every other part of the engine may use. */
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { Prompts } from '#workers/engine/permissions/prompts.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import type { DeviceBridge } from '#workers/engine/tool-hosts/ports/device-bridge.ts';

export type Core = { bus: EventBus; device: DeviceBridge; prompts: Prompts; registry: Registry };
