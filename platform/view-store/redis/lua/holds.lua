-- ARGV[3]: idempotency field. ARGV[4]: epoch ms for tests; empty: the server's clock.
-- Answers 1 if a live request holds the Idempotency-Key, else 0.
return holdOf(ARGV[3], now(ARGV[4])) and 1 or 0
