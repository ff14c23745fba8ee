/**
 * Checks the types in messages of a tool host: an array in the place of a string could pass a check that
 * reads it in one way and then be used in another.
 */
import { isObject } from '#shared/json.ts';
import type { DeviceAction } from '#shared/tools/device-action.ts';
import type { AskedRequest, NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export function checkRequestForm(request: NetworkRequest): void {
  const given: unknown = request;
  if (!isObject(given) || !isText(given['url']) || !isText(given['method'])) throw wrongForm('request');
  const { headers, body, credentials } = given;
  if (!isObject(headers) || !Object.values(headers).every(isText)) throw wrongForm('request');
  if (body !== undefined && !isText(body) && !(body instanceof Uint8Array)) throw wrongForm('request');
  if (credentials !== undefined && !isText(credentials)) throw wrongForm('request');
}

export function checkAskedForm(request: AskedRequest): void {
  const given: unknown = request;
  if (!isObject(given) || !isText(given['url']) || !isText(given['method'])) throw wrongForm('request');
  const { headers = {} } = given;
  if (!isObject(headers) || !Object.values(headers).every(isText)) throw wrongForm('request');
}

const actionTypes: Record<DeviceAction['type'], true> = {
  'open-url': true,
  share: true,
  'open-file': true,
  'hand-over': true,
  'add-event': true,
  'pick-files': true,
  'pick-contacts': true,
  'take-photo': true,
  'record-audio': true,
};

export function checkActionForm(action: DeviceAction): void {
  const given: unknown = action;
  if (!isObject(given) || !isText(given['type']) || !Object.hasOwn(actionTypes, given['type']))
    throw wrongForm('action of the device');
  const { type: _, paths = [], fields = [], ...rest } = given;
  const isFlat = Object.values(rest).every((value) =>
    ['string', 'number', 'boolean', 'undefined'].includes(typeof value),
  );
  const hasLists = [paths, fields].every((list) => Array.isArray(list) && list.every(isText));
  if (!isFlat || !hasLists) throw wrongForm('action of the device');
}

export function checkText(value: string, what: string): void {
  if (!isText(value)) throw wrongForm(what);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function wrongForm(what: string): ToolError {
  return new ToolError('execution_error', `The tool sent no valid ${what}, so nothing was done.`);
}
