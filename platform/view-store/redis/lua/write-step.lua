-- Writes the result of a step with its position, unless something it was folded from has changed meanwhile.
-- ARGV[3]: position's field. ARGV[4]: position it was folded from, empty for none. ARGV[5]: next position.
-- ARGV[6]: '1' if the generation was read as the live one, and must still be that.
-- ARGV[7]: offset and id of the step's last event, empty if there is none.
-- ARGV[8]: version of the fold.
-- ARGV[9]: time up to which the log was folded at the last sweep, empty before the first.
-- Then lists, each preceded by its length:
--   jobs: id, version folded from, state, ages from (or empty), '1' if it has just settled, key id,
--     member of the order of jobs (or empty), member that it replaces (or empty), time since when its webhook is owed (or empty)
--   keys: id, version folded from, state
--   quota: field, documents to add
--   in flight: key id, jobs to add
--   idempotency: field, value, live until, requested at
-- Returns 1, or 0 if the step must be folded again.
local at = 9
local function take()
  at = at + 1
  return ARGV[at]
end
local function version(stored) return stored and string.match(stored, '^%d+') or '0' end

if ARGV[6] == '1' and generation ~= live then return 0 end
if (redis.call('HGET', key('positions'), ARGV[3]) or '') ~= ARGV[4] then return 0 end
if (redis.call('GET', key('folded-at')) or '') ~= ARGV[9] then return 0 end

local jobs = {}
for i = 1, tonumber(take()) do
  local job = { take(), take(), take(), take(), take(), take(), take(), take(), take() }
  if version(redis.call('HGET', key('jobs'), job[1])) ~= job[2] then return 0 end
  jobs[i] = job
end
local keys = {}
for i = 1, tonumber(take()) do
  local apiKey = { take(), take(), take() }
  if version(redis.call('HGET', key('keys'), apiKey[1])) ~= apiKey[2] then return 0 end
  keys[i] = apiKey
end

for _, job in ipairs(jobs) do
  redis.call('HSET', key('jobs'), job[1], (tonumber(job[2]) + 1) .. '|' .. job[3])
  if job[4] ~= '' then
    redis.call('ZADD', key('finished'), job[4], job[1])
    redis.call('ZREM', key('unfinished'), job[1])
  else
    if job[2] ~= '0' then redis.call('ZREM', key('finished'), job[1]) end
    -- Sorted by the time of the request, which is in the member.
    redis.call('ZADD', key('unfinished'), string.match(job[7], '/(%d+)/'), job[1])
  end
  if job[9] ~= '' then
    redis.call('ZADD', key('undelivered'), job[9], job[1])
  elseif job[2] ~= '0' then
    redis.call('ZREM', key('undelivered'), job[1])
  end
  if job[8] ~= '' then redis.call('ZREM', key('by-key'), job[8]) end
  if job[7] ~= '' then redis.call('ZADD', key('by-key'), 0, job[7]) end
  if generation == live then
    -- The event is in the log, so the claim is no longer needed.
    endClaim(job[1])
    redis.call('ZREM', prefix .. 'reserved:' .. job[6], job[1])
    if job[5] == '1' then redis.call('PUBLISH', prefix .. 'settled', job[3]) end
  end
end
for _, apiKey in ipairs(keys) do
  redis.call('HSET', key('keys'), apiKey[1], (tonumber(apiKey[2]) + 1) .. '|' .. apiKey[3])
end
for _ = 1, tonumber(take()) do
  local field = take()
  redis.call('HINCRBY', key('quota'), field, take())
end
for _ = 1, tonumber(take()) do
  local keyId = take()
  redis.call('HINCRBY', key('in-flight'), keyId, take())
end
for _ = 1, tonumber(take()) do
  local field, value, liveUntil, requestedAt = take(), take(), take(), take()
  local held = redis.call('ZSCORE', key('idempotency-until'), field)
  -- The first request under an Idempotency-Key counts until its time is over.
  if not held or tonumber(held) <= tonumber(requestedAt) then
    redis.call('HSET', key('idempotency'), field, value)
    if generation == live then redis.call('DEL', prefix .. 'holder:' .. field) end
    redis.call('ZADD', key('idempotency-until'), liveUntil, field)
  end
end
-- The lowest version that has folded any part of it; a generation begun without a stamp is of version 1.
local fold = redis.call('GET', key('fold'))
if not fold then
  redis.call('SET', key('fold'), redis.call('EXISTS', key('positions')) == 1 and '1' or ARGV[8])
elseif tonumber(fold) > tonumber(ARGV[8]) then
  redis.call('SET', key('fold'), ARGV[8])
end
redis.call('HSET', key('positions'), ARGV[3], ARGV[5])
if ARGV[7] ~= '' then redis.call('HSET', key('positions'), 'last:' .. ARGV[3], ARGV[7]) end
return 1
