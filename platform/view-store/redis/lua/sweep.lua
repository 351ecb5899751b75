-- ARGV[3]: finished before. ARGV[4]: at most. ARGV[5]: time up to which the log was folded, epoch ms. Returns how many
-- jobs were forgotten.
local before = '(' .. ARGV[3]
local jobs = redis.call('ZRANGEBYSCORE', key('finished'), '-inf', before, 'LIMIT', 0, ARGV[4])
-- Written together with the removal of the jobs, or before: from then on a second end of a job can be told from a first
-- one.
local foldedAt = tonumber(redis.call('GET', key('folded-at')) or '0')
if #jobs > 0 and tonumber(ARGV[5]) > foldedAt then redis.call('SET', key('folded-at'), ARGV[5]) end
for _, id in ipairs(jobs) do
  local stored = redis.call('HGET', key('jobs'), id)
  local job = stored and cjson.decode(string.match(stored, '^%d+.(.*)$'))
  if job then
    redis.call('ZREM', key('by-key'), job.keyId .. '/' .. string.format('%015.0f', job.requestedAt) .. '/' .. id)
  end
  redis.call('HDEL', key('jobs'), id)
  redis.call('ZREM', key('finished'), id)
  redis.call('ZREM', key('undelivered'), id)
end
local expired = redis.call('ZRANGEBYSCORE', key('idempotency-until'), '-inf', before, 'LIMIT', 0, ARGV[4])
for _, field in ipairs(expired) do
  redis.call('HDEL', key('idempotency'), field)
  redis.call('ZREM', key('idempotency-until'), field)
end
return #jobs
