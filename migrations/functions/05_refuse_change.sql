-- Refuses a change of what is written once. Its argument says why.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % refused: %', lower(tg_op), tg_table_name, tg_argv[0]
    using errcode = 'insufficient_privilege';
end
$$;
