/** How long a browser may take to start a download, in milliseconds. */
const BEGIN_MS = 10_000;

/** Has the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), BEGIN_MS);
}
