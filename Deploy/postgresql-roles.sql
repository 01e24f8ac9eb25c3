-- A role that reads an archive, a role that curates it, and one that keeps a library of photos. Run
-- it as the owner of the tables, again after every upgrade, and give the roles to the people and
-- programs that log in:
--
--   psql -v schema=public -v reader=timewalk_reader -v curator=timewalk_curator \
--     -v keeper=timewalk_keeper -f postgresql-roles.sql DATABASE
--   psql -c 'CREATE ROLE web LOGIN IN ROLE timewalk_reader' DATABASE
--
-- The schema may have an archive, a library, or both. Only the owner makes the tables and brings
-- them up to date: the owner's first change after an upgrade does.
\set ON_ERROR_STOP on
\if :{?keeper}
\else
\set keeper timewalk_keeper
\endif
BEGIN;

SELECT format('CREATE ROLE %I NOLOGIN', name) FROM (VALUES (:'reader'), (:'curator'), (:'keeper')) AS roles (name)
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec

-- Reads: matches, lists, exports, the history, verify.
GRANT USAGE ON SCHEMA :"schema" TO :"reader", :"keeper";
GRANT SELECT ON ALL TABLES IN SCHEMA :"schema" TO :"reader";

-- Curates: imports, corrections, undo, reviews, rights, eras, pictures.
GRANT :"reader" TO :"curator";
GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA :"schema" TO :"curator";
-- Identities are numbered by the server.
GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA :"schema" TO :"curator";
-- The version of the tables is their owner's.
SELECT format('REVOKE INSERT, UPDATE, DELETE ON %I.timewalk FROM %I', :'schema', :'curator')
WHERE to_regclass(format('%I.timewalk', :'schema')) IS NOT NULL \gexec

-- Keeps photos, which tell where people were: nobody else sees them.
CREATE TEMPORARY TABLE library_tables ON COMMIT DROP AS
SELECT name FROM unnest(ARRAY['library', 'photos', 'renditions', 'jobs', 'workers', 'news']) AS names (name)
WHERE to_regclass(format('%I.library', :'schema')) IS NOT NULL;
SELECT format('REVOKE ALL ON %I.%I FROM %I, %I', :'schema', name, :'reader', :'curator') FROM library_tables \gexec
SELECT format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.%I TO %I', :'schema', name, :'keeper') FROM library_tables
WHERE name <> 'library' \gexec
-- The last number that was given; which folder there is and which version are the owner's.
SELECT format('GRANT SELECT, UPDATE (last_photo) ON %I.%I TO %I', :'schema', name, :'keeper') FROM library_tables
WHERE name = 'library' \gexec
SELECT format('GRANT USAGE, SELECT ON SEQUENCE %I.%I TO %I', :'schema', name || '_id_seq', :'keeper') FROM library_tables
WHERE name IN ('jobs', 'news') \gexec

COMMIT;
