-- ARGV[3]: token of this call (a client that lost the answer sends the call again). ARGV[4]: job id. ARGV[5]: claim.
-- ARGV[6]: at. ARGV[7]: lease in ms. ARGV[8]: idempotency field or empty. ARGV[9]: fingerprint.
-- Answers nothing for a new claim, else job id, fingerprint and the projected state of the job (if any).
local token, jobId, at, lease, field = ARGV[3], ARGV[4], tonumber(ARGV[6]), tonumber(ARGV[7]), ARGV[8]
local holderKey = prefix .. 'holder:' .. field
if field ~= '' then
  local hold, confirmed = holdOf(field, at)
  if hold and (confirmed or hold.token ~= token) then
    return { hold.jobId, hold.fingerprint, confirmed and redis.call('HGET', key('jobs'), hold.jobId) }
  end
  local claim = { jobId = jobId, fingerprint = ARGV[9], leaseUntil = at + lease, token = token }
  redis.call('SET', holderKey, cjson.encode(claim), 'PX', lease)
end
redis.call('SET', prefix .. 'claim:' .. jobId, ARGV[5], 'PX', lease)
return false
