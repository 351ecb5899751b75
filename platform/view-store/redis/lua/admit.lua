-- ARGV[3]: key id. ARGV[4]: limit. ARGV[5]: window in ms. ARGV[6]: epoch ms for tests; empty: the server's clock.
-- ARGV[7]: the month's quota. ARGV[8]: id of a reservation of a place of it. ARGV[9]: its life in ms.
-- Answers epoch ms now, admitted (1 or 0), count, end of the window, the breaker, documents of the month, 1 if the
-- generation is whole, 1 if the request has a place.
-- The rule is core/limits/rate-window.ts: a fixed window from the first request in it; a refused one is not counted.
local limit, windowMs = tonumber(ARGV[4]), tonumber(ARGV[5])
local at = now(ARGV[6])
local windowKey = prefix .. 'window:' .. ARGV[3]
local window = redis.call('HMGET', windowKey, 'count', 'endsAt')
local count, endsAt = tonumber(window[1]), tonumber(window[2])
-- Farther than two windows: begun before the clock was set back.
if not endsAt or at >= endsAt or endsAt - at > 2 * windowMs then
  count, endsAt = 0, at + windowMs
end
-- A client that lost the answer sends the call again: who has a place was counted.
local reservedKey = prefix .. 'reserved:' .. ARGV[3]
redis.call('ZREMRANGEBYSCORE', reservedKey, '-inf', at)
local hasPlace = redis.call('ZSCORE', reservedKey, ARGV[8]) and true or false
local admitted = hasPlace or count < limit
if admitted and not hasPlace then
  count = count + 1
  redis.call('HSET', windowKey, 'count', count, 'endsAt', string.format('%.0f', endsAt))
  redis.call('PEXPIRE', windowKey, windowMs * 2)
end
local breaker = redis.call('GET', prefix .. 'breaker:' .. ARGV[3])
local used = redis.call('HGET', key('quota'), ARGV[3] .. '/' .. monthOf(at)) or '0'

-- The rule is hasPlace in core/quota. Who is told nothing more than a refusal takes no place.
local isWhole = redis.call('EXISTS', key('caught-up'))
local taken = tonumber(used) + tonumber(redis.call('HGET', key('in-flight'), ARGV[3]) or '0') + redis.call('ZCARD', reservedKey)
if not hasPlace and admitted and isWhole == 1 and taken < tonumber(ARGV[7]) then
  hasPlace = true
  redis.call('ZADD', reservedKey, string.format('%.0f', at + tonumber(ARGV[9])), ARGV[8])
  -- Without a time to live: a full server under volatile-lru would evict it, and the month go beyond its quota. What is over goes above.
end
return { string.format('%.0f', at), admitted and 1 or 0, count, string.format('%.0f', endsAt), breaker, used, isWhole, hasPlace and 1 or 0 }
