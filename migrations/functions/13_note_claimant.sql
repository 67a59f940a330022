-- Notes that a process claims, and whether it lacks deliveries. Written when that has changed, or
-- else now and then: a claim that finds nothing writes nothing.
create or replace function note_claimant(asker text, now_at timestamptz, lacking boolean, places json)
returns void language plpgsql as $$
begin
  if exists (select from claimants where name = asker and lacks = lacking
      and abs(extract(epoch from now_at - asked_at)) * 2000 <= (places->>'sharedMs')::integer) then
    return;
  end if;
  delete from claimants where name <> asker and asked_at < now_at - interval '1 day';
  insert into claimants (name, asked_at, lacks) values (asker, now_at, lacking)
  on conflict (name) do update set asked_at = excluded.asked_at, lacks = excluded.lacks;
end
$$;
