-- Returns what a projection step starts from: generation, position, the time up to which the log was folded at the last
-- sweep (empty before the first), the states of its jobs, then of its API keys.
-- ARGV[3]: position's field. ARGV[4]: number of jobs, followed by their ids, followed by ids of API keys.
local foldedAt = redis.call('GET', key('folded-at')) or ''
local answer = { generation, redis.call('HGET', key('positions'), ARGV[3]), foldedAt }
local jobs = tonumber(ARGV[4])
for i = 5, #ARGV do
  local view = i < 5 + jobs and 'jobs' or 'keys'
  answer[#answer + 1] = redis.call('HGET', key(view), ARGV[i])
end
return answer
