-- Makes the generation ARGV[1] the live one, unless it is behind it: no reader ever sees the read model go back.
-- ARGV[3]: '1' where the live one was folded from another log, and is no measure.
-- Answers 1, or nothing where it is behind.
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
-- Left over, as what a builder leaves that has died: whoever promoted may never hear that it was done.
redis.call('SADD', prefix .. 'built', live)
-- What the new generation folded was never told to those who wait for it.
redis.call('PUBLISH', prefix .. 'settled', '')
return 1
