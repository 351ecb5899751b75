-- ARGV[3]: job id whose unconfirmed claim is taken back, with the Idempotency-Key it holds.
-- Answers 1, or 0 where it was taken over from a request in doubt: that one holds the key as before.
local hold, holderKey = holdOfJob(ARGV[3])
if hold and hold.wasDoubtful then
  markDoubtful(hold, holderKey)
  return 0
end
endClaim(ARGV[3])
return 1
