-- ARGV[3]: job id whose event could not be recorded, and may come to stand in the log all the same: the Idempotency-Key
-- stays held for the life of the claim, and the same request may be sent again at once.
local hold, holderKey = holdOfJob(ARGV[3])
if hold then markDoubtful(hold, holderKey) end
