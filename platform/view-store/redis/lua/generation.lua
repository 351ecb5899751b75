-- Precedes every script. KEYS[1] is a name under which nothing is stored. All keys share its hash tag, so that a script
-- is legal in Redis Cluster although it computes its generation's keys only here. Redis requires the right to write a
-- script's KEYS; this way a role needs that right only for what it writes (deploy/access/redis.acl).
-- ARGV[1]: generation, empty for the live one. ARGV[2]: prefix of all keys.
local live = redis.call('GET', ARGV[2] .. 'live') or '1'
local generation = ARGV[1] ~= '' and ARGV[1] or live
local prefix = ARGV[2]
local function key(name) return prefix .. generation .. ':' .. name end

-- One clock for all callers: this server's, in epoch ms. `instead` is a test's time.
local function now(instead)
  if instead ~= '' then return tonumber(instead) end
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

-- The UTC month of an instant, as 2026-11: Howard Hinnant's civil_from_days, with years that begin in March.
local function monthOf(at)
  local floor = math.floor
  local days = floor(at / 86400000) + 719468
  local era = floor(days / 146097)
  local day = days - era * 146097
  local year = floor((day - floor(day / 1460) + floor(day / 36524) - floor(day / 146096)) / 365)
  local dayOfYear = day - (365 * year + floor(year / 4) - floor(year / 100))
  local month = floor((5 * dayOfYear + 2) / 153)
  month = month < 10 and month + 3 or month - 9
  return string.format('%04d-%02d', year + era * 400 + (month <= 2 and 1 or 0), month)
end

-- The holder of an Idempotency-Key at a time, and whether the log has it; nil if there is none.
local function holdOf(field, at)
  local liveUntil = redis.call('ZSCORE', key('idempotency-until'), field)
  if liveUntil and tonumber(liveUntil) > at then
    return cjson.decode(redis.call('HGET', key('idempotency'), field)), true
  end
  local text = redis.call('GET', prefix .. 'holder:' .. field)
  if text then return cjson.decode(text), false end
end

-- The request whose time under an Idempotency-Key is over although its job is not; nil unless it is the same request.
local function unendedOf(field, fingerprint)
  local text = redis.call('HGET', key('idempotency'), field)
  local first = text and cjson.decode(text)
  if not first or first.fingerprint ~= fingerprint then return nil end
  local stored = redis.call('HGET', key('jobs'), first.jobId)
  if stored and cjson.decode(string.match(stored, '^%d+.(.*)$')).status == 'processing' then return first end
end

-- True if the generation has reached the ends of the log in the arguments from `first` on.
local function isReached(first)
  for i = first, #ARGV, 2 do
    local position = redis.call('HGET', key('positions'), ARGV[i]) or '0'
    if tonumber(position) < tonumber(ARGV[i + 1]) then return false end
  end
  return true
end

-- A claimed job's hold on an Idempotency-Key, and the name it is stored under; nil if it has none.
local function holdOfJob(jobId)
  local claim = redis.call('GET', prefix .. 'claim:' .. jobId)
  if not claim then return nil end
  local holderKey = prefix .. 'holder:' .. cjson.decode(claim).field
  local text = redis.call('GET', holderKey)
  local hold = text and cjson.decode(text)
  if hold and hold.jobId == jobId then return hold, holderKey end
end

-- Ends the claim of a job, and its hold on an Idempotency-Key.
local function endClaim(jobId)
  local _, holderKey = holdOfJob(jobId)
  redis.call('DEL', prefix .. 'claim:' .. jobId)
  if holderKey then redis.call('DEL', holderKey) end
end

-- It is unknown whether the job's event will reach the log.
local function markDoubtful(hold, holderKey)
  hold.doubtful = true
  redis.call('SET', holderKey, cjson.encode(hold), 'KEEPTTL')
end
