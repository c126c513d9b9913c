/**
 * The longest time that a node of a Galera cluster lets a read wait for other nodes' changes: a setting of the node
 * only.
 */
const LIMIT = /\brepl\.causal_read_timeout = P(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)/;

/**
 * How long a read may wait for the changes of other nodes, in milliseconds.
 * @param options the Galera provider's options, as in the variable wsrep_provider_options
 * @returns undefined if they do not include it
 */
export function syncWaitLimit(options: string): number | undefined {
  const found = LIMIT.exec(options);
  if (found === null) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((digits) => Number(digits ?? 0));
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
