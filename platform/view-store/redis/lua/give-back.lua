-- ARGV[3]: key id. ARGV[4]: reservation of a place in its quota.
return redis.call('ZREM', prefix .. 'reserved:' .. ARGV[3], ARGV[4])
