-- Returns 1 if the generation holds everything that was in the log when the generation was empty, otherwise 0.
return redis.call('EXISTS', key('caught-up'))
