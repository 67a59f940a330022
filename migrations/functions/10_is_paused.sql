-- Whether a pause holds this job.
create or replace function is_paused(job jobs) returns boolean language plpgsql stable as $$
begin
  return exists (select from pauses
    where receiver_id in ('*', job.receiver_id) or job.id <= last_job);
end
$$;
