-- ARGV[3]: owed before, epoch ms. ARGV[4]: at most. ARGV[5]: `unfinished` for jobs without an end, by the time of their
-- request, or `undelivered` for ended jobs whose webhook is pending, by the time of their end. Returns their ids, the
-- oldest first.
local answer = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', key(ARGV[5]), '-inf', '(' .. ARGV[3], 'LIMIT', 0, ARGV[4])) do
  local stored = redis.call('HGET', key('jobs'), id)
  local job = stored and cjson.decode(string.match(stored, '^%d+.(.*)$'))
  local isEnded = job and (job.status == 'completed' or job.status == 'failed')
  if job and (ARGV[5] == 'unfinished' and job.status == 'processing' or ARGV[5] == 'undelivered' and isEnded and job.webhook == 'pending') then
    answer[#answer + 1] = id
  else
    -- A build that does not know these lists has folded the job's end or delivery, or the job was forgotten.
    redis.call('ZREM', key(ARGV[5]), id)
  end
end
return answer
