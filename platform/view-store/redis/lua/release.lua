-- ARGV[3]: job id whose unconfirmed claim is taken back, with the Idempotency-Key it holds.
local claimKey = prefix .. 'claim:' .. ARGV[3]
local text = redis.call('GET', claimKey)
if not text then return 0 end
redis.call('DEL', claimKey)
local field = cjson.decode(text).field
if field == '' then return 1 end
local holder = redis.call('GET', prefix .. 'holder:' .. field)
if holder and cjson.decode(holder).jobId == ARGV[3] then redis.call('DEL', prefix .. 'holder:' .. field) end
return 1
