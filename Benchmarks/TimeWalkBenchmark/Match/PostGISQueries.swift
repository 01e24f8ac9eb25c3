/// The SQL of the peer.
enum PostGISQueries {
  /// Loads the tables and builds the indexes that a PostGIS expert would build.
  static func load(items: String, queries: String) -> String {
    """
    SET client_min_messages = warning;
    CREATE EXTENSION IF NOT EXISTS postgis;
    CREATE EXTENSION IF NOT EXISTS btree_gist;
    DROP TABLE IF EXISTS raw, views, questions, asked CASCADE;
    CREATE UNLOGGED TABLE raw (
      id int, latitude float8, longitude float8, heading float8, field float8, view float8,
      accuracy float8, subject bool, era int4range);
    CREATE UNLOGGED TABLE asked (place text, LIKE raw);
    ALTER TABLE asked DROP COLUMN id;
    \\copy raw FROM '\(items)'
    \\copy asked FROM '\(queries)'
    -- What a camera may see, widened by how well its place is known: a sector, or all around where
    -- the heading is unknown or the place is the subject's.
    CREATE OR REPLACE FUNCTION sector(
      latitude float8, longitude float8, heading float8, field float8, view float8,
      accuracy float8, subject bool) RETURNS geometry LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT ST_SetSRID(ST_Translate(ST_Scale(
          CASE WHEN heading IS NULL OR subject
            THEN ST_Buffer(ST_MakePoint(0, 0), view + accuracy, 4)
            ELSE ST_Buffer(ST_MakePolygon(ST_MakeLine(
              ST_MakePoint(0, 0) || ARRAY(
                SELECT ST_MakePoint(view * sin(turn), view * cos(turn))
                FROM generate_series(0, 5) AS step,
                  LATERAL (SELECT radians(heading + (step / 5.0 - 0.5) * field) AS turn) AS turns
                ORDER BY step) || ST_MakePoint(0, 0))), accuracy, 2)
          END,
          1 / (111320 * cos(radians(latitude))), 1 / 111320.0), longitude, latitude), 4326)
      $$;
    CREATE UNLOGGED TABLE views AS
      SELECT id, latitude, longitude, heading, era,
        ST_SetSRID(ST_MakePoint(longitude, latitude), 4326) AS place,
        sector(latitude, longitude, heading, field, view, accuracy, subject) AS sector
      FROM raw;
    CREATE INDEX views_by_sector ON views USING gist (sector);
    CREATE UNLOGGED TABLE questions AS
      SELECT row_number() OVER () AS id, place, latitude, longitude, heading, era,
        ST_SetSRID(ST_MakePoint(longitude, latitude), 4326) AS point,
        sector(latitude, longitude, heading, field, view, accuracy, subject) AS sector
      FROM asked;
    CREATE OR REPLACE FUNCTION measure() RETURNS TABLE (place text, ms float8) LANGUAGE plpgsql AS $$
      DECLARE
        question questions%ROWTYPE;
        started timestamptz;
        best int[];
      BEGIN
        FOR question IN SELECT * FROM questions ORDER BY id LOOP
          started := clock_timestamp();
          -- PL/pgSQL prepares the statement once.
          best := ARRAY(
            SELECT views.id FROM views
            WHERE ST_Intersects(views.sector, question.sector) AND views.era && question.era
            ORDER BY (0.5 + 0.5 * cos(radians(coalesce(views.heading - question.heading, 90))))
              * exp(-ST_DistanceSphere(views.place, question.point) / 150) DESC
            LIMIT 20);
          place := question.place;
          ms := extract(epoch FROM clock_timestamp() - started) * 1000;
          RETURN NEXT;
        END LOOP;
      END $$;
    DROP TABLE raw;
    VACUUM ANALYZE views;
    """
  }

  /// Asks every question, and gives place, median, 99th percentile and maximum in milliseconds.
  static let measure = """
    SET jit = off;
    SELECT place, percentile_disc(0.5) WITHIN GROUP (ORDER BY ms),
      percentile_disc(0.99) WITHIN GROUP (ORDER BY ms), max(ms)
    FROM measure() GROUP BY place;
    """
}
