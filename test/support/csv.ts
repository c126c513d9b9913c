/** A download as it was received. */
export interface Download {
  status: number;
  headers: Headers;
  text: string;
}

/** Fetches an answer that is not JSON. */
export async function download(url: string, token?: string): Promise<Download> {
  const response = await fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The cells of a CSV text; throws for violations of RFC 4180, such as a lone line feed outside quotes. */
export function parseCsv(text: string): string[][] {
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  const rows: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, raw, end] = cell.exec(text) ?? [];
    if (raw === undefined) throw new Error(`no RFC 4180 at ${at}: ${JSON.stringify(text.slice(at, at + 80))}`);
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** The rows of a CSV text, keyed by the names in its header line. */
export function csvRecords(text: string): Record<string, string>[] {
  const [header = [], ...rows] = parseCsv(text);
  return rows.map((row) => {
    if (row.length !== header.length) throw new Error(`${row.length} cells instead of ${header.length}`);
    return Object.fromEntries(header.map((name, i) => [name, row[i] ?? '']));
  });
}
