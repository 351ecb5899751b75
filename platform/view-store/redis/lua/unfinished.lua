-- ARGV[3]: asked for before, epoch ms. ARGV[4]: at most. Answers the ids of jobs whose end is to come, the oldest first.
local answer = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', key('unfinished'), '-inf', '(' .. ARGV[3], 'LIMIT', 0, ARGV[4])) do
  local stored = redis.call('HGET', key('jobs'), id)
  local job = stored and cjson.decode(string.match(stored, '^%d+.(.*)$'))
  if job and job.status == 'processing' then
    answer[#answer + 1] = id
  else
    -- A build that does not know of these has folded its end.
    redis.call('ZREM', key('unfinished'), id)
  end
end
return answer
