-- Returns the fold version that the generation is stamped with: 1 if it was begun without a stamp, nothing while it is
-- empty.
local fold = redis.call('GET', key('fold'))
if fold then return tonumber(fold) end
return redis.call('EXISTS', key('positions')) == 1 and 1 or nil
