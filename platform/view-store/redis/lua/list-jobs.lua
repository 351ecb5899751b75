-- ARGV[3], ARGV[4]: highest and lowest member of the order of jobs, as for ZREVRANGEBYLEX. ARGV[5]: at most.
-- Returns alternating member and stored state (or nothing), newest request first.
local answer = {}
for _, member in ipairs(redis.call('ZREVRANGEBYLEX', key('by-key'), ARGV[3], ARGV[4], 'LIMIT', 0, ARGV[5])) do
  answer[#answer + 1] = member
  answer[#answer + 1] = redis.call('HGET', key('jobs'), string.match(member, '[^/]+$'))
end
return answer
