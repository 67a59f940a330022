-- Refuses a change of what is written once; its argument says why. A transaction that forgets a
-- document names it (src/store/documents/forget.ts) and may shorten or remove its names and texts.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  texts constant text[] := '{sender_name,receiver_name,warnings,detail}';
begin
  if tg_op = 'UPDATE' then
    if coalesce(to_jsonb(new)->>'document_id', to_jsonb(new)->>'id')
        = current_setting('fourcorner.forgets', true)
      and to_jsonb(new) - texts = to_jsonb(old) - texts
      and not exists (
        select from unnest(texts) name
        where to_jsonb(new)->>name <> '[]'
          and not coalesce(starts_with(to_jsonb(old)->>name, to_jsonb(new)->>name), false))
    then
      return new;
    end if;
  end if;
  raise exception '% on % refused: %', lower(tg_op), tg_table_name, tg_argv[0]
    using errcode = 'insufficient_privilege';
end
$$;
