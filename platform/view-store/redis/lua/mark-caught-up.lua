-- From ARGV[3] on, alternating: a position's field and the end of the log there. Returns 1 if all of them are reached.
-- Checks and marks in one step, because a store that is lost in between must not be marked.
if not isReached(3) then return 0 end
redis.call('SET', key('caught-up'), '1')
return 1
