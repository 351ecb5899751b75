-- ARGV[3]: name. ARGV[4]: expected value, empty for none. ARGV[5]: new value. ARGV[6]: lifetime in ms.
local name = prefix .. ARGV[3]
if (redis.call('GET', name) or '') ~= ARGV[4] then return 0 end
redis.call('SET', name, ARGV[5], 'PX', ARGV[6])
return 1
