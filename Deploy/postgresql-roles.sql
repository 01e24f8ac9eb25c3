-- A role that reads an archive, and a role that curates it. Run it as the owner of the archive's tables, again
-- after every upgrade, and give the roles to the people and programs that log in:
--
--   psql -v schema=public -v reader=timewalk_reader -v curator=timewalk_curator -f postgresql-roles.sql DATABASE
--   psql -c 'CREATE ROLE web LOGIN IN ROLE timewalk_reader' DATABASE
--
-- Only the owner makes the tables and brings them up to date: the owner's first change after an upgrade does.
\set ON_ERROR_STOP on
BEGIN;

SELECT format('CREATE ROLE %I NOLOGIN', name) FROM (VALUES (:'reader'), (:'curator')) AS roles (name)
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec

-- Reads: matches, lists, exports, the history, verify.
GRANT USAGE ON SCHEMA :"schema" TO :"reader";
GRANT SELECT ON ALL TABLES IN SCHEMA :"schema" TO :"reader";

-- Curates: imports, corrections, undo, reviews, rights, eras, pictures.
GRANT :"reader" TO :"curator";
GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA :"schema" TO :"curator";
-- Identities are numbered by the server.
GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA :"schema" TO :"curator";
-- The version of the tables is their owner's.
REVOKE INSERT, UPDATE, DELETE ON :"schema".timewalk FROM :"curator";

COMMIT;
