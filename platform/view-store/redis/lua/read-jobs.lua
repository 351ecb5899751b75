-- For each id from ARGV[3] on: the projected state, otherwise the claim that shows the job until its event is
-- projected.
local answer = {}
for i = 3, #ARGV do
  local state = redis.call('HGET', key('jobs'), ARGV[i])
  answer[#answer + 1] = state
  answer[#answer + 1] = not state and redis.call('GET', prefix .. 'claim:' .. ARGV[i])
end
return answer
