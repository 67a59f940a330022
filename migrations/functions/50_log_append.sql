-- Gives a new line its place in its chain, its hash, and its place in lists, which has the order of
-- the chain: so it is taken after the lock, not as the default of the column. Others that write to
-- the chain wait for the end of the transaction. Every transaction takes the chain of its tenant
-- first, and that of the installation last.
create or replace function log_append() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4207006, hashtext(new.chain_id::text));
  new.ordinal := nextval(pg_get_serial_sequence('log_lines', 'ordinal'));
  new.at := date_trunc('milliseconds', new.at);
  select sequence + 1, hash into new.sequence, new.previous_hash
    from log_lines where chain_id = new.chain_id order by sequence desc limit 1;
  if not found then
    new.sequence := 1;
    new.previous_hash := repeat('0', 64);
  end if;
  new.hash := encode(sha256(convert_to(json_build_array(
    new.previous_hash, new.chain_id, new.sequence,
    to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    new.event, new.actor, new.subject, new.detail::text)::text, 'UTF8')), 'hex');
  return new;
end
$$;
