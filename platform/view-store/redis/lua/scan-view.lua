-- Returns a slice of a view: generation, the cursor to continue with ('0' at the end), fields with their values.
-- ARGV[3]: name of a hash of the generation. ARGV[4]: cursor, '0' at the beginning. ARGV[5]: approximate number of
-- fields.
local slice = redis.call('HSCAN', key(ARGV[3]), ARGV[4], 'COUNT', ARGV[5])
return { generation, slice[1], slice[2] }
