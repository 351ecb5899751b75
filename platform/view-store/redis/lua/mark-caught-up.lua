-- From ARGV[3] on: a position's field and the end of the log there, in turn. Answers 1 if all of them are reached.
-- In one step with the look: a store that is lost in between must not be marked.
if not isReached(3) then return 0 end
redis.call('SET', key('caught-up'), '1')
return 1
