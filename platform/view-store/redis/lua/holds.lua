-- ARGV[3]: idempotency field. ARGV[4]: epoch ms for tests; if empty, the server's clock.
-- Returns 1 if a live request holds the Idempotency-Key, otherwise 0.
return holdOf(ARGV[3], now(ARGV[4])) and 1 or 0
