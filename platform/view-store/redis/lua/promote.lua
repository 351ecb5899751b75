-- Makes the generation ARGV[1] the live one unless it is behind that: no reader ever sees the read model go back.
-- ARGV[3]: '1' if the live generation was folded from another log, so that the two cannot be compared.
-- Returns 1, or nothing if it is behind.
if live == generation then return 1 end
local liveKey = prefix .. live .. ':'
local isMeasure = ARGV[3] ~= '1'
local ahead = isMeasure and redis.call('HGETALL', liveKey .. 'positions') or {}
for i = 1, #ahead, 2 do
  if string.sub(ahead[i], 1, 5) ~= 'last:' then
    local own = redis.call('HGET', key('positions'), ahead[i])
    if tonumber(own or '0') < tonumber(ahead[i + 1]) then return false end
  end
end
if isMeasure and redis.call('EXISTS', liveKey .. 'caught-up') == 1 then redis.call('SET', key('caught-up'), '1') end
redis.call('SET', prefix .. 'live', generation)
-- List the old generation as one to be removed, like that of a builder that died: whoever promoted may never learn that
-- it worked.
redis.call('SADD', prefix .. 'built', live)
-- Wake the waiters: the jobs that the new generation settled were never announced.
redis.call('PUBLISH', prefix .. 'settled', '')
return 1
