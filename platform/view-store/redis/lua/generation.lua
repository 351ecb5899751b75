-- Stands before every script. KEYS[1] names the live generation; all keys share its hash tag, so that a script is
-- legal in Redis Cluster although it finds its generation's keys only here.
-- ARGV[1]: generation, empty for the live one. ARGV[2]: prefix of all keys.
local live = redis.call('GET', KEYS[1]) or '1'
local generation = ARGV[1] ~= '' and ARGV[1] or live
local prefix = ARGV[2]
local function key(name) return prefix .. generation .. ':' .. name end

-- Who holds an Idempotency-Key at a time, and whether the log knows of it; nil where no live request does.
local function holdOf(field, at)
  local liveUntil = redis.call('ZSCORE', key('idempotency-until'), field)
  if liveUntil and tonumber(liveUntil) > at then
    return cjson.decode(redis.call('HGET', key('idempotency'), field)), true
  end
  local text = redis.call('GET', prefix .. 'holder:' .. field)
  local holder = text and cjson.decode(text)
  if holder and holder.leaseUntil > at then return holder, false end
end

-- Ends the claim of a job, and its hold on an Idempotency-Key.
local function endClaim(jobId)
  local claimKey = prefix .. 'claim:' .. jobId
  local claim = redis.call('GET', claimKey)
  if not claim then return end
  redis.call('DEL', claimKey)
  local holderKey = prefix .. 'holder:' .. cjson.decode(claim).field
  local holder = redis.call('GET', holderKey)
  if holder and cjson.decode(holder).jobId == jobId then redis.call('DEL', holderKey) end
end
