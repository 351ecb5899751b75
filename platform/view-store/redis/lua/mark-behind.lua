-- The generation has forgotten some of what it held when it was marked.
return redis.call('DEL', key('caught-up'))
