-- ARGV[3]: key id. ARGV[4]: limit. ARGV[5]: window in ms. ARGV[6]: epoch ms for tests; empty: the server's clock.
-- Answers epoch ms now, admitted (1 or 0), count, end of the window, the breaker, documents of the month.
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
local admitted = count < limit
if admitted then
  count = count + 1
  redis.call('HSET', windowKey, 'count', count, 'endsAt', string.format('%.0f', endsAt))
  redis.call('PEXPIRE', windowKey, windowMs * 2)
end
local breaker = redis.call('GET', prefix .. 'breaker:' .. ARGV[3])
local used = redis.call('HGET', key('quota'), ARGV[3] .. '/' .. monthOf(at)) or '0'
return { string.format('%.0f', at), admitted and 1 or 0, count, string.format('%.0f', endsAt), breaker, used }
