/**
 * Suggests existing tools that do the same as a tool that does not exist. It compares meanings, never
 * spelling, because a tool with a similar name may delete what the requested one would have read.
 */
import { aliases } from '#shared/tools/tool-aliases.ts';

/**
 * Names that can mean an alarm (tells the user something at a time) or a task (a model does something then);
 * both are suggested, and the model decides.
 */
const reminders = ['create_reminder', 'set_reminder', 'add_reminder', 'remind_me', 'reminder'] as const;

/** Each row is a tool, followed by the names of equivalent tools in other agent systems. */
export const meanings: readonly (readonly [tool: string, ...names: string[]])[] = [
  ['read_file', 'view', 'view_file', 'cat', 'open', 'read_text_file', 'get_file_contents'],
  [
    'read_file',
    'read_pdf',
    'pdf_extract_text',
    'read_document',
    'pdf_render_page',
    'read_docx',
    'read_excel',
  ],
  ['image', 'view_image', 'look_at', 'describe_image', 'analyze_image', 'vision', 'see_image'],
  [
    'edit_image',
    'resize_image',
    'crop_image',
    'convert_image',
    'image_resize',
    'process_image',
    'remove_gps',
    'edit_photo',
    'resize_photo',
    'crop_photo',
    'imagemagick',
  ],
  ['make_chart', 'create_chart', 'plot', 'chart', 'draw_chart', 'render_chart', 'vega_lite'],
  ['write_file', 'create_file', 'save_file', 'write_to_file', 'fs_write', 'create'],
  [
    'edit',
    'edit_file',
    'str_replace',
    'str_replace_editor',
    'str_replace_based_edit_tool',
    'replace_in_file',
  ],
  ['edit', 'search_replace', 'search_and_replace', 'multi_edit', 'text_editor', 'replace'],
  ['apply_patch', 'patch', 'apply_diff', 'git_apply'],
  ['list_directory', 'list_dir', 'list_files', 'list_folder', 'dir', 'tree'],
  ['make_directory', 'mkdir', 'create_directory', 'create_folder'],
  ['move_file', 'mv', 'rename', 'rename_file'],
  ['delete_file', 'rm', 'remove_file', 'unlink'],
  ['grep', 'ripgrep', 'rg', 'grep_search', 'search_files', 'search_file_content', 'search_text'],
  ['glob', 'find_files', 'glob_search', 'file_search'],
  ['file_info', 'stat', 'get_file_info', 'file_stat', 'file_size'],
  ['file_info', 'exif', 'exiftool', 'read_exif', 'image_metadata', 'photo_metadata', 'image_info'],
  ['file_info', 'image_size', 'image_dimensions', 'photo_date_taken', 'gps_of_photo'],
  ['fetch_url', 'fetch', 'web_fetch', 'webfetch', 'url_fetch', 'browse', 'visit_url'],
  ['http_request', 'fetch', 'curl', 'wget', 'http_get', 'http', 'request'],
  ['codesearch', 'code_search', 'search_code', 'github_search', 'search_docs', 'docs_search'],
  ['web_search', 'search_web', 'websearch', 'google_search', 'internet_search', 'search_internet'],
  ['execute_shell_command', 'bash', 'sh', 'shell', 'terminal', 'run_command', 'execute_command', 'exec'],
  ['execute_shell_command', 'cp', 'copy_file', 'zip', 'unzip', 'tar', 'create_archive', 'extract_archive'],
  ['execute_shell_command', 'compare_files', 'compare_two_files', 'run_tests', 'duplicate_file'],
  [
    'manage_process',
    'process',
    'bash_output',
    'kill_shell',
    'kill_process',
    'list_processes',
    'background_process',
  ],
  ['run_python', 'python', 'execute_code', 'run_code', 'code_interpreter', 'code_execution', 'ipython'],
  ['run_javascript', 'javascript', 'js', 'node', 'run_js', 'execute_code', 'run_code', 'code_execution'],
  ['git_status', 'status'],
  ['git_diff', 'diff'],
  ['git_log', 'git_history', 'git_show', 'log'],
  ['git_commit', 'commit'],
  ['git_add', 'git_stage'],
  ['git_branch', 'git_create_branch', 'git_list_branches'],
  ['git_checkout', 'git_switch', 'git_restore', 'checkout'],
  ['git_clone', 'clone_repository', 'clone'],
  ['memory_store', 'remember', 'save_memory', 'add_memory', 'create_memory', 'store_memory', 'memory_add'],
  [
    'memory_search',
    'recall',
    'search_memory',
    'search_memories',
    'memory_recall',
    'retrieve_memory',
    'get_memories',
  ],
  ['memory_forget', 'forget', 'delete_memory', 'remove_memory', 'memory_delete'],
  ['search_history', 'search_chats', 'conversation_search', 'recent_chats', 'search_conversations'],
  ['schedule_task', 'create_task', 'add_task', 'schedule', 'cron_add', ...reminders],
  ['list_tasks', 'get_tasks', 'scheduled_tasks', 'cron_list', 'list_reminders'],
  ['update_task', 'edit_task', 'change_task', 'reschedule_task', 'cron_update'],
  ['cancel_task', 'delete_task', 'remove_task', 'cron_remove', 'delete_reminder'],
  [
    'set_alarm',
    'create_alarm',
    'add_alarm',
    'set_timer',
    'timer',
    'wake_up',
    'remind',
    'alarm',
    ...reminders,
  ],
  ['list_alarms', 'get_alarms', 'show_alarms', 'list_timers', 'list_reminders'],
  ['cancel_alarm', 'delete_alarm', 'remove_alarm', 'dismiss_alarm', 'cancel_timer', 'delete_reminder'],
  ['get_current_time', 'time', 'date', 'now', 'current_time', 'get_time', 'get_date', 'get_datetime'],
  ['open_url', 'open_link', 'open_browser', 'launch_url', 'open_in_browser'],
  ['take_photo', 'take_picture', 'camera', 'capture_photo', 'capture_image'],
  ['record_audio', 'record_sound', 'record_voice', 'microphone'],
  ['pick_file', 'choose_file', 'select_file', 'upload_file', 'file_picker'],
  ['pick_contact', 'choose_contact', 'get_contact', 'contacts'],
  ['open_file', 'preview', 'preview_file', 'preview_html', 'show_file', 'present_file', 'download_file'],
  ['open_file', 'show_image', 'show_to_user', 'display_image', 'render_html'],
  ['create_calendar_event', 'create_event', 'add_event', 'calendar_event', 'add_calendar_event'],
  ['keep_awake', 'wake_lock', 'stay_awake', 'keep_screen_on'],
  ['battery', 'battery_status', 'get_battery', 'battery_level'],
  ['get_location_from_ip', 'ip_location', 'geoip', 'ip_lookup'],
  ['get_location', 'geolocation', 'where_am_i', 'get_user_location'],
  ['read_clipboard', 'clipboard_read', 'get_clipboard', 'paste', 'paste_from_clipboard'],
  ['write_clipboard', 'clipboard_write', 'set_clipboard', 'copy_to_clipboard'],
  ['send_notification', 'notify', 'notification', 'push_notification'],
  ['question', 'ask', 'ask_user', 'ask_human', 'ask_user_question', 'ask_followup_question'],
  ['todowrite', 'todo_write', 'write_todos', 'update_todos', 'update_plan'],
  ['todoread', 'todo_read', 'read_todos', 'get_todos'],
  ['system_info', 'uname', 'get_system_info'],
  ['device_info', 'get_device_info'],
];

/** `available`: the tools that the caller may use. */
export function sameTools(name: string, available: readonly string[]): string[] {
  const wanted = plain(name);
  const meant = meanings.filter((names) => names.some((each) => plain(each) === wanted));
  const alias = Object.entries(aliases).find(([other]) => plain(other) === wanted)?.[1];
  const canonical = [...(alias === undefined ? [] : [alias]), ...meant.map(([tool]) => tool)];
  return available.filter(
    (tool) => canonical.includes(tool) || plain(tool) === wanted || plain(ownName(tool)) === wanted,
  );
}

/** `ReadFile`, `read-file` and `functions.read_file` are the name `read_file`. */
function plain(name: string): string {
  return ownName(name.slice(0, 200))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** Removes the namespace of a tool server or of another agent system. */
function ownName(name: string): string {
  return name.split(/__|[.:/]/).at(-1) ?? name;
}
