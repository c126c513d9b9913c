import { isIPv4 } from 'node:net';

/** A value in the record of a network; non-negative integers are stored as uint32, other numbers as double. */
export type MmdbValue = string | number | boolean | MmdbValue[] | { [name: string]: MmdbValue };

export interface MmdbOptions {
  /** 6 by default; such a database can hold IPv4 networks too. */
  ipVersion?: 4 | 6;
  /** Bits of one record of the search tree. */
  recordSize?: 24 | 28 | 32;
  databaseType?: string;
}

/** A side of a node: another node, the offset of a record in the data section, or nothing. */
type Side = TreeNode | number | undefined;
type TreeNode = [Side, Side];

/** The data types that are written here, with their numbers in the format. */
const Type = { String: 2, Double: 3, Uint16: 5, Uint32: 6, Map: 7, Uint64: 9, Array: 11, Boolean: 14 };

const DATA_SEPARATOR = Buffer.alloc(16);
const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

/**
 * A MaxMind DB file, format 2.0, with the records of some networks.
 * @param networks CIDR ranges with their records; none may lie within another
 */
export function mmdb(networks: Record<string, MmdbValue>, options: MmdbOptions = {}): Buffer {
  const { ipVersion = 6, recordSize = 24, databaseType = 'GeoLite2-City' } = options;
  const root: TreeNode = [undefined, undefined];
  const records: Buffer[] = [];
  let dataSize = 0;
  for (const [network, value] of Object.entries(networks)) {
    insert(root, prefixOf(network, ipVersion), dataSize);
    const record = encode(value);
    records.push(record);
    dataSize += record.length;
  }
  const nodes = nodesOf(root);
  const metadata = map({
    node_count: uint(Type.Uint32, nodes.length),
    record_size: uint(Type.Uint16, recordSize),
    ip_version: uint(Type.Uint16, ipVersion),
    database_type: encode(databaseType),
    languages: encode(['en']),
    binary_format_major_version: uint(Type.Uint16, 2),
    binary_format_minor_version: uint(Type.Uint16, 0),
    build_epoch: uint(Type.Uint64, 1_790_000_000),
    description: encode({ en: 'made for a test' }),
  });
  return Buffer.concat([searchTree(nodes, recordSize), DATA_SEPARATOR, ...records, METADATA_MARKER, metadata]);
}

/** A record as in GeoLite2 City, GeoIP2 City and DB-IP City. */
export function cityRecord(city: string | undefined, ...subdivisions: string[]): MmdbValue {
  const named = (name: string) => ({ names: { en: name } });
  return {
    ...(city === undefined ? {} : { city: named(city) }),
    country: { iso_code: 'GB', ...named('United Kingdom') },
    subdivisions: subdivisions.map(named),
  };
}

/** A record as in the flat city databases that npm packages carry. */
export function flatRecord(city: string, state1: string): MmdbValue {
  return { city, country_code: 'US', latitude: 37.422, longitude: -122.085, postcode: '', state1, state2: '' };
}

function insert(root: TreeNode, prefix: string, record: number): void {
  let node = root;
  for (const bit of prefix.slice(0, -1)) {
    const next = (node[Number(bit)] ??= [undefined, undefined]);
    if (typeof next === 'number') throw new Error('one network lies in another');
    node = next;
  }
  const last = Number(prefix.at(-1));
  if (node[last] !== undefined) throw new Error('one network lies in another');
  node[last] = record;
}

/** The leading bits of a network as a string of 0 and 1; IPv4 networks lie in ::/96 of an IPv6 database. */
function prefixOf(network: string, ipVersion: 4 | 6): string {
  const [address = '', length] = network.split('/');
  if (!isIPv4(address)) return bitsOf(groupsOf(address), 16).slice(0, Number(length ?? 128));
  const bits = bitsOf(address.split('.').map(Number), 8).slice(0, Number(length ?? 32));
  return ipVersion === 4 ? bits : '0'.repeat(96) + bits;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = new Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].map((group) => parseInt(group, 16));
}

function bitsOf(numbers: number[], width: number): string {
  return numbers.map((number) => number.toString(2).padStart(width, '0')).join('');
}

function nodesOf(root: TreeNode): TreeNode[] {
  const nodes = [root];
  for (const node of nodes) nodes.push(...node.filter((side) => typeof side === 'object'));
  return nodes;
}

/** A side is the number of its node, the node count for nothing, or, above that, an offset into the data section. */
function searchTree(nodes: TreeNode[], recordSize: number): Buffer {
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  const numberOf = (side: Side): number => {
    if (typeof side === 'number') return nodes.length + DATA_SEPARATOR.length + side;
    return (side && numbers.get(side)) ?? nodes.length;
  };
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  const rows = nodes.map(([left, right]) => {
    const [a, b] = [numberOf(left), numberOf(right)].map((value) => hex(value, recordSize / 4)) as [string, string];
    // With 28 bits, the highest four bits of both sides share the byte in the middle.
    return recordSize === 28 ? a.slice(1) + a[0] + b : a + b;
  });
  return Buffer.from(rows.join(''), 'hex');
}

function encode(value: MmdbValue): Buffer {
  if (typeof value === 'string') return field(Type.String, Buffer.from(value));
  if (typeof value === 'boolean') return control(Type.Boolean, value ? 1 : 0);
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 0 ? uint(Type.Uint32, value) : double(value);
  if (Array.isArray(value)) return Buffer.concat([control(Type.Array, value.length), ...value.map(encode)]);
  return map(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, encode(member)])));
}

function map(members: Record<string, Buffer>): Buffer {
  const entries = Object.entries(members);
  return Buffer.concat([
    control(Type.Map, entries.length),
    ...entries.flatMap(([name, member]) => [encode(name), member]),
  ]);
}

function uint(type: number, value: number): Buffer {
  const hex = value === 0 ? '' : value.toString(16);
  return field(type, Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'));
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return field(Type.Double, bytes);
}

function field(type: number, bytes: Buffer): Buffer {
  return Buffer.concat([control(type, bytes.length), bytes]);
}

/** The bytes in front of a value: its type, in a second byte if it is above 7, and its size in one to three bytes. */
function control(type: number, size: number): Buffer {
  const [code, ...more] =
    size < 29 ? [size] : size < 285 ? [29, size - 29] : [30, (size - 285) >> 8, (size - 285) & 255];
  if (size > 65_820) throw new Error('too long a value');
  return Buffer.from(type > 7 ? [code, type - 7, ...more] : [(type << 5) | code, ...more]);
}
