-- ARGV[3]: id of a job whose unconfirmed claim is withdrawn, together with its Idempotency-Key.
-- Returns 1, or 0 if the claim was taken over from a doubtful request, which then holds the key as before.
local hold, holderKey = holdOfJob(ARGV[3])
if hold and hold.wasDoubtful then
  markDoubtful(hold, holderKey)
  return 0
end
endClaim(ARGV[3])
return 1
