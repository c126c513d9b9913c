/** A setting that is invalid; its message is the one line an operator reads. */
export class SettingsError extends Error {}
