-- Among how many processes delivery slots are shared: `asker`, and all others that lack deliveries.
-- What was written before a clock went back lies ahead.
create or replace function sharers(asker text, now_at timestamptz, places json)
returns integer language plpgsql stable as $$
begin
  return (select 1 + count(*)::integer from claimants
    where lacks and name <> asker
      and abs(extract(epoch from now_at - asked_at)) * 1000 < (places->>'sharedMs')::integer);
end
$$;
