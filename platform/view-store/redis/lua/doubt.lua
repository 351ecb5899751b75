-- ARGV[3]: job id whose event could not be recorded, and may come to stand in the log all the same: the Idempotency-Key
-- stays held for the life of the claim, and the same request may be sent again at once.
local claim = redis.call('GET', prefix .. 'claim:' .. ARGV[3])
if not claim then return 0 end
local holderKey = prefix .. 'holder:' .. cjson.decode(claim).field
local text = redis.call('GET', holderKey)
local holder = text and cjson.decode(text)
if not holder or holder.jobId ~= ARGV[3] then return 0 end
holder.doubtful = true
redis.call('SET', holderKey, cjson.encode(holder), 'KEEPTTL')
return 1
