-- ARGV[3]: name of a hash of the generation. ARGV[4]: field, or empty for all of them.
if ARGV[4] ~= '' then return redis.call('HGET', key(ARGV[3]), ARGV[4]) end
return redis.call('HGETALL', key(ARGV[3]))
