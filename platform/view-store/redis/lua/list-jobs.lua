-- ARGV[3], ARGV[4]: highest and lowest member of the order of jobs, as ZREVRANGEBYLEX takes them. ARGV[5]: at most.
-- Answers member and stored state (or nothing) in turn, newest request first.
local answer = {}
for _, member in ipairs(redis.call('ZREVRANGEBYLEX', key('by-key'), ARGV[3], ARGV[4], 'LIMIT', 0, ARGV[5])) do
  answer[#answer + 1] = member
  answer[#answer + 1] = redis.call('HGET', key('jobs'), string.match(member, '[^/]+$'))
end
return answer
