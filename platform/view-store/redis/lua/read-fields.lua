-- ARGV[3]: name of a hash of the generation, followed by fields.
local answer = {}
for i = 4, #ARGV do answer[#answer + 1] = redis.call('HGET', key(ARGV[3]), ARGV[i]) end
return answer
