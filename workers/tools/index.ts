/**
 * The registry of built-in tools that run in a tool host, one line per tool, or per domain with such tools. The code
 * of a tool is loaded when it is first called.
 */
import { searchToolLoaders } from '#workers/domains/search/tools/loaders.ts';
import { testLoaders } from './testing/loaders.ts';
import type { Tool } from './tool.ts';

/** The loaders by the name of the tool, in the order in which models see the tools. */
export const toolLoaders: Readonly<Record<string, () => Promise<Tool>>> = {
  get_current_time: async () => (await import('./time/get-current-time.ts')).getCurrentTime,
  read_file: async () => (await import('./files/read-file.ts')).readFile,
  write_file: async () => (await import('./files/write-file.ts')).writeFile,
  edit: async () => (await import('./files/edit.ts')).edit,
  apply_patch: async () => (await import('./files/apply-patch.ts')).applyPatch,
  list_directory: async () => (await import('./files/list-directory.ts')).listDirectory,
  glob: async () => (await import('./files/glob.ts')).glob,
  grep: async () => (await import('./files/grep.ts')).grep,
  find: async () => (await import('./files/find.ts')).find,
  image: async () => (await import('./media/image.ts')).image,
  edit_image: async () => (await import('./media/edit-image.ts')).editImage,
  make_chart: async () => (await import('./media/make-chart.ts')).makeChart,
  file_info: async () => (await import('./files/file-info.ts')).fileInfo,
  make_directory: async () => (await import('./files/make-directory.ts')).makeDirectory,
  move_file: async () => (await import('./files/move-file.ts')).moveFile,
  delete_file: async () => (await import('./files/delete-file.ts')).deleteFile,
  fetch_url: async () => (await import('./network/fetch-url.ts')).fetchUrl,
  ...searchToolLoaders,
  http_request: async () => (await import('./network/http-request.ts')).httpRequest,
  get_location: async () => (await import('./device/get-location.ts')).getLocation,
  get_location_from_ip: async () => (await import('./device/get-location-from-ip.ts')).getLocationFromIp,
  send_notification: async () => (await import('./device/send-notification.ts')).sendNotification,
  read_clipboard: async () => (await import('./device/read-clipboard.ts')).readClipboard,
  write_clipboard: async () => (await import('./device/write-clipboard.ts')).writeClipboard,
  open_url: async () => (await import('./device/open-url.ts')).openUrl,
  open_file: async () => (await import('./device/open-file.ts')).openFile,
  create_calendar_event: async () => (await import('./device/create-calendar-event.ts')).createCalendarEvent,
  take_photo: async () => (await import('./device/take-photo.ts')).takePhoto,
  record_audio: async () => (await import('./device/record-audio.ts')).recordAudio,
  pick_file: async () => (await import('./device/pick-file.ts')).pickFile,
  pick_contact: async () => (await import('./device/pick-contact.ts')).pickContact,
  share: async () => (await import('./device/share.ts')).share,
  vibrate: async () => (await import('./device/vibrate.ts')).vibrate,
  battery: async () => (await import('./device/battery.ts')).battery,
  keep_awake: async () => (await import('./device/keep-awake.ts')).keepAwake,
  device_info: async () => (await import('./device/device-info.ts')).deviceInfo,
  system_info: async () => (await import('./system/system-info.ts')).systemInfo,
  noop: async () => (await import('./system/noop.ts')).noop,
  // Tools that misbehave on purpose exist only in the build the end-to-end tests run on.
  ...(import.meta.env.MODE === 'test' ? testLoaders() : {}),
};
