-- ARGV[3]: id of a job whose event could not be recorded, but may still reach the log: the Idempotency-Key stays held
-- for the lifetime of the claim, and the same request may be repeated at once.
local hold, holderKey = holdOfJob(ARGV[3])
if hold then markDoubtful(hold, holderKey) end
