-- The words of a name, in lower case: what stands between spaces and marks of ASCII, which are the
-- same in each locale.
create or replace function name_words(name text) returns setof text
language sql immutable parallel safe as $$
  select distinct word
  from regexp_split_to_table(lower(name), '[\x01-\x20!-/:-@\[-`{-\x7e\xa0]+') word
  where word <> ''
$$;
