-- ARGV[3]: job id whose unconfirmed claim is taken back, with the Idempotency-Key it holds.
endClaim(ARGV[3])
return 1
