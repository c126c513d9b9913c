/** TEMP */
export async function renameColumns(path: string, text: string, renames: ReadonlyMap<string, string>): Promise<string> {
  return text;
}
