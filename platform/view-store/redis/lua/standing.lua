-- ARGV[3]: key id. ARGV[4]: epoch ms for tests; if empty, the server's clock.
-- Returns epoch ms now, count and end of the rate window (or nothing), the breaker, jobs in flight.
local window = redis.call('HMGET', prefix .. 'window:' .. ARGV[3], 'count', 'endsAt')
local breaker = redis.call('GET', prefix .. 'breaker:' .. ARGV[3])
local inFlight = redis.call('HGET', key('in-flight'), ARGV[3]) or '0'
return { string.format('%.0f', now(ARGV[4])), window[1], window[2], breaker, inFlight }
