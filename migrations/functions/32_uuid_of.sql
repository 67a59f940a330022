-- A new UUID version 7 of a moment (RFC 9562, 5.7).
create or replace function uuid_of(at timestamptz) returns uuid language sql volatile as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;
