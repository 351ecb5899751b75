-- ARGV[3]: idempotency field. ARGV[4]: at. Answers 1 if a live request holds the Idempotency-Key, else 0.
local field, at = ARGV[3], tonumber(ARGV[4])
local liveUntil = redis.call('ZSCORE', key('idempotency-until'), field)
if liveUntil and tonumber(liveUntil) > at then return 1 end
local holder = redis.call('GET', prefix .. 'holder:' .. field)
return holder and cjson.decode(holder).leaseUntil > at and 1 or 0
