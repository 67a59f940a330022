-- Functions of the database lie in migrations/functions, each in its current text. Migrations before
-- this one made them, in the texts of their time. A program applies each file again when its text is
-- not the one that was applied last (docs/adr/0065-functions-outside-migrations.md).

create table applied_functions (
  name       text primary key,
  sha256     text not null,
  applied_at timestamptz not null
);

-- The files of this version. One that changes comes with a migration that has such a line, so that
-- programs of the version before refuse the database.
-- Functions: 72af2227e2d809ce81a0cfe2390a7d0c3d38ade9a164074638657efbd941a2ff
