-- ARGV[3]: '1' to mark the generation as caught up with the log. Answers whether it is.
if ARGV[3] == '1' then redis.call('SET', key('caught-up'), '1') end
return redis.call('EXISTS', key('caught-up'))
