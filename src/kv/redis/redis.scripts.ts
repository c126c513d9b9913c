/** Counts in a window that begins with the first count: in one step, so that no count is left without an expiry. */
export const INCREMENT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

/** The replication id of a master. A replica that is promoted gets a new one, and so does a server that restarts. */
const REIGN = `
local reign = string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)') or ''`;

/** Stores a value, and which server was master at the time. */
export const OFFER = `${REIGN}
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SET', KEYS[2], reign, 'PX', ARGV[2])`;

/**
 * Takes a value that was offered to the same master. A previous master may have died between a take and its
 * replication, so a value that it left behind may have been taken already.
 */
export const TAKE = `${REIGN}
local value, offered = redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2])
redis.call('DEL', KEYS[1], KEYS[2])
return offered == reign and value`;
