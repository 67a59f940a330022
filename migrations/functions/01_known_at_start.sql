-- The id itself. Where the key of a partitioned table is compared with known_at_start(id), one plan
-- serves all ids, and each run of it begins by choosing the partitions. Otherwise Postgres would
-- plan for each id anew, which takes longer than most statements.
create or replace function known_at_start(id uuid) returns uuid language plpgsql stable parallel safe as $$
begin
  return id;
end
$$;
