-- ARGV[3]: token of this call (a client that lost the answer repeats the call). ARGV[4]: job id. ARGV[5]: claim.
-- ARGV[6]: epoch ms for tests; if empty, the server's clock. ARGV[7]: lease in ms. ARGV[8]: idempotency field or empty.
-- ARGV[9]: fingerprint. ARGV[10]: lifetime of an Idempotency-Key in ms. ARGV[11]: key id. ARGV[12]: reservation or
-- empty. From ARGV[13] on, alternating: a position's field and the end of the log there.
-- Returns 'new' and the job's id; 'existing', job id, fingerprint and the projected state of the job (if any);
-- 'behind'; or 'full'.
-- Follows decideHeld in core/idempotency.
local reservedKey = prefix .. 'reserved:' .. ARGV[11]
local token, jobId, at, lease, field = ARGV[3], ARGV[4], now(ARGV[6]), tonumber(ARGV[7]), ARGV[8]
if field ~= '' then
  -- As its event will say: a request that came while the Idempotency-Key was live is a repeat, however late its claim
  -- comes.
  local hold, confirmed = holdOf(field, math.min(at, cjson.decode(ARGV[5]).at))
  local unended = not hold and unendedOf(field, ARGV[9])
  if unended then hold, confirmed = unended, true end
  if confirmed then
    return { 'existing', hold.jobId, hold.fingerprint, redis.call('HGET', key('jobs'), hold.jobId) }
  end
  if hold and hold.token == token then
    jobId = hold.jobId
  elseif hold then
    local isOver = hold.leaseUntil <= at
    if hold.fingerprint == ARGV[9] and (isOver or hold.doubtful) then
      jobId = hold.jobId
    elseif not isOver then
      return { 'existing', hold.jobId, hold.fingerprint }
    end
  end
  -- Another holder of the key may be in the log but not here yet.
  if not isReached(13) then return { 'behind' } end
  if ARGV[12] == '' and not redis.call('ZSCORE', reservedKey, jobId) then return { 'full' } end
  local wasDoubtful = hold and hold.jobId == jobId and (hold.doubtful or hold.token == token and hold.wasDoubtful) or false
  local claim = { jobId = jobId, fingerprint = ARGV[9], leaseUntil = at + lease, token = token, doubtful = false, wasDoubtful = wasDoubtful }
  redis.call('SET', prefix .. 'holder:' .. field, cjson.encode(claim), 'PX', ARGV[10])
end
redis.call('SET', prefix .. 'claim:' .. jobId, ARGV[5], 'PX', lease)
local leaseUntil = ARGV[12] ~= jobId and redis.call('ZSCORE', reservedKey, ARGV[12])
if leaseUntil then
  redis.call('ZREM', reservedKey, ARGV[12])
  redis.call('ZADD', reservedKey, leaseUntil, jobId)
end
return { 'new', jobId }
