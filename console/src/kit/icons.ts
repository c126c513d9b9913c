/** The icons that the console itself and the seeded menus use, by their names in Lucide. */
export const ICONS = [
  ...['activity', 'book', 'bookmark', 'building', 'code', 'edit', 'file-text', 'folder', 'globe', 'layout-dashboard'],
  ...['list', 'log-in', 'menu', 'settings', 'shield', 'user', 'users', 'zap'],
  ...['arrow-down', 'arrow-up', 'arrow-up-down', 'check', 'chevron-down', 'chevron-left', 'chevron-right', 'circle'],
  ...['chevrons-up-down', 'circle-alert', 'circle-check', 'circle-help', 'columns-3', 'copy', 'download', 'ellipsis'],
  ...[
    'eye',
    'eye-off',
    'file',
    'filter',
    'grip-vertical',
    'image',
    'info',
    'key-round',
    'languages',
    'lock',
    'log-out',
  ],
  ...['minus', 'monitor', 'moon', 'plus', 'refresh-cw', 'rotate-ccw', 'rows-3', 'rows-4', 'search', 'sun', 'trash-2'],
  ...['triangle-alert', 'upload', 'wifi-off', 'x'],
  ...['calendar-days', 'dices', 'lock-keyhole'],
] as const;

/** The name of an icon of the console's own sprite. */
export type IconName = (typeof ICONS)[number];
