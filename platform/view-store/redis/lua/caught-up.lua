-- Answers 1 if the generation holds everything that was in the log when it was empty, else 0.
return redis.call('EXISTS', key('caught-up'))
