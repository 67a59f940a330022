-- The lowest UUID version 7 of a moment (RFC 9562, 5.7).
create or replace function first_uuid(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
    || '70008000000000000000')::uuid
$$;
