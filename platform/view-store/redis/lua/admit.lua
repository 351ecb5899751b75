-- ARGV[3]: key id. ARGV[4]: limit. ARGV[5]: window in ms. ARGV[6]: epoch ms for tests; if empty, the server's clock.
-- ARGV[7]: the month's quota. ARGV[8]: id of a reservation of a place in it. ARGV[9]: the reservation's lifetime in ms.
-- Returns epoch ms now, admitted (1 or 0), count, end of the window, the breaker, documents of the month, 1 if the
-- generation is whole, 1 if the request has a place.
-- Follows core/limits/rate-window.ts: a fixed window that begins with its first request; refused requests are not
-- counted.
local limit, windowMs = tonumber(ARGV[4]), tonumber(ARGV[5])
local at = now(ARGV[6])
local windowKey = prefix .. 'window:' .. ARGV[3]
local window = redis.call('HMGET', windowKey, 'count', 'endsAt')
local count, endsAt = tonumber(window[1]), tonumber(window[2])
-- More than two windows ahead: the window began before the clock was set back.
if not endsAt or at >= endsAt or endsAt - at > 2 * windowMs then
  count, endsAt = 0, at + windowMs
end
-- A client that lost the answer repeats the call: a request that already has a place was counted.
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

-- Follows hasPlace in core/quota. A refused request takes no place.
local isWhole = redis.call('EXISTS', key('caught-up'))
local taken = tonumber(used) + tonumber(redis.call('HGET', key('in-flight'), ARGV[3]) or '0') + redis.call('ZCARD', reservedKey)
if not hasPlace and admitted and isWhole == 1 and taken < tonumber(ARGV[7]) then
  hasPlace = true
  redis.call('ZADD', reservedKey, string.format('%.0f', at + tonumber(ARGV[9])), ARGV[8])
  -- No time to live: a full server under volatile-lru would evict the key, and the month could exceed its quota.
  -- Expired reservations are removed above.
end
return { string.format('%.0f', at), admitted and 1 or 0, count, string.format('%.0f', endsAt), breaker, used, isWhole, hasPlace and 1 or 0 }
