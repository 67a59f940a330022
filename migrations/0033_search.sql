-- Search: by the beginning and the end of a number, by an amount, and by the words of partners'
-- names.
create index documents_by_number_start
  on documents (tenant_id, lower(number) text_pattern_ops, id) where number is not null;
create index documents_by_number_end
  on documents (tenant_id, reverse(lower(number)) text_pattern_ops, id) where number is not null;
create index documents_by_payable on documents (tenant_id, payable, id) where payable is not null;

-- The other side of each document, by each word of its name.
create table partner_words (
  tenant_id      uuid not null,
  word           text not null,
  participant_id text not null,
  name           text not null
);
create unique index partner_words_by_word
  on partner_words (tenant_id, word text_pattern_ops, participant_id, name);

-- The words of a name, in lower case: what stands between spaces and marks of ASCII, which are the
-- same in each locale.
create or replace function name_words(name text) returns setof text
language sql immutable parallel safe as $$
  select distinct word
  from regexp_split_to_table(lower(name), '[\x01-\x20!-/:-@\[-`{-\x7e\xa0]+') word
  where word <> ''
$$;

insert into partner_words (tenant_id, word, participant_id, name)
select partner.tenant_id, found.word, partner.participant_id, partner.name
from (
  select tenant_id, receiver_id as participant_id, receiver_name as name from documents
  where direction = 'outbound' and receiver_name is not null
  union
  select tenant_id, sender_id, sender_name from documents
  where direction = 'inbound' and sender_name is not null
) partner cross join lateral name_words(partner.name) as found (word);

-- Functions: 53cba82b81ef0255920b17ff6d10751ab344edc00250c94f7d5cfdd936d038c9
