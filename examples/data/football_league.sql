-- A football league: stadiums, clubs and their reserve teams, players, matches with line-ups
-- and goals, and transfers between clubs.
PRAGMA foreign_keys = ON;

CREATE TABLE stadiums (
  id          INTEGER PRIMARY KEY,
  name        TEXT NOT NULL,
  city        TEXT NOT NULL,
  capacity    INTEGER NOT NULL CHECK (capacity > 0),
  built_in    INTEGER,
  has_roof    BOOLEAN NOT NULL DEFAULT 0
);

CREATE TABLE clubs (
  id              INTEGER PRIMARY KEY,
  club_name       TEXT NOT NULL UNIQUE,
  short_code      CHAR(3) NOT NULL UNIQUE,
  founded         INTEGER,
  home_stadium_id INTEGER REFERENCES stadiums (id),
  parent_club_id  INTEGER REFERENCES clubs (id),
  coach           TEXT
);

CREATE TABLE players (
  id           INTEGER PRIMARY KEY,
  player_name  TEXT NOT NULL,
  club_id      INTEGER REFERENCES clubs (id),
  shirt_number INTEGER,
  position     TEXT NOT NULL CHECK (position IN ('goalkeeper', 'defender', 'midfielder', 'forward')),
  nationality  TEXT,
  birth_date   DATE,
  market_value DECIMAL(10,0),
  UNIQUE (club_id, shirt_number)
);

CREATE TABLE matches (
  id           INTEGER PRIMARY KEY,
  match_day    INTEGER NOT NULL,
  kick_off     DATETIME NOT NULL,
  home_club_id INTEGER NOT NULL REFERENCES clubs (id),
  away_club_id INTEGER NOT NULL REFERENCES clubs (id),
  home_goals   INTEGER,
  away_goals   INTEGER,
  attendance   INTEGER,
  referee      TEXT,
  CHECK (home_club_id <> away_club_id)
);

CREATE TABLE lineups (
  match_id       INTEGER NOT NULL REFERENCES matches (id),
  player_id      INTEGER NOT NULL REFERENCES players (id),
  minutes_played INTEGER NOT NULL DEFAULT 90,
  rating         REAL,
  yellow_card    BOOLEAN NOT NULL DEFAULT 0,
  PRIMARY KEY (match_id, player_id)
);

CREATE TABLE goals (
  id        INTEGER PRIMARY KEY,
  match_id  INTEGER NOT NULL REFERENCES matches (id),
  scorer_id INTEGER NOT NULL REFERENCES players (id),
  assist_id INTEGER REFERENCES players (id),
  minute    INTEGER NOT NULL CHECK (minute BETWEEN 1 AND 120),
  penalty   BOOLEAN NOT NULL DEFAULT 0
);

CREATE TABLE transfers (
  id           INTEGER PRIMARY KEY,
  player_id    INTEGER NOT NULL REFERENCES players (id),
  from_club_id INTEGER REFERENCES clubs (id),
  to_club_id   INTEGER NOT NULL REFERENCES clubs (id),
  signed_on    DATE NOT NULL,
  fee          DECIMAL(10,0),
  is_loan      BOOLEAN NOT NULL DEFAULT 0
);

BEGIN;

INSERT INTO stadiums (id, name, city, capacity, built_in, has_roof) VALUES
  (1, 'Weavers Park', 'Aldermouth', 31200, 1923, 0),
  (2, 'Harbour Ground', 'Port Sallow', 18750, 1951, 0),
  (3, 'The Foundry', 'Ironbridge Vale', 42400, 2009, 1),
  (4, 'Castle Meadow', 'Tarnstead', 9800, 1898, 0),
  (5, 'Cathedral Road', 'Aldermouth', 24600, 1934, 0),
  (6, 'Lakeside Dome', 'Merewick', 27000, 2016, 1);

INSERT INTO clubs (id, club_name, short_code, founded, home_stadium_id, parent_club_id, coach) VALUES
  (1, 'Aldermouth Weavers', 'ALW', 1887, 1, NULL, 'Gerry Tolland'),
  (2, 'Port Sallow Mariners', 'PSM', 1902, 2, NULL, 'Ana Ribeiro'),
  (3, 'Ironbridge Vale', 'IBV', 1894, 3, NULL, 'Dragan Perić'),
  (4, 'Tarnstead Town', 'TAR', 1879, 4, NULL, 'Huw Bevan'),
  (5, 'Cathedral Athletic', 'CAT', 1911, 5, NULL, NULL),
  (6, 'Merewick Rovers', 'MER', 2013, 6, NULL, 'Søren Holm'),
  (7, 'Ironbridge Vale II', 'IB2', 1968, 3, 3, 'Patrick Osman');

INSERT INTO players (id, player_name, club_id, shirt_number, position, nationality, birth_date, market_value) VALUES
  (1, 'Callan Reid', 1, 1, 'goalkeeper', 'Scotland', '1991-02-11', 1800000),
  (2, 'Mamadou Cissokho', 1, 9, 'forward', 'Senegal', '1998-07-04', 14500000),
  (3, 'Jack Penrose', 1, 8, 'midfielder', 'England', '2000-05-23', 6200000),
  (4, 'Rúben Falcão', 2, 10, 'midfielder', 'Portugal', '1995-12-30', 9000000),
  (5, 'Luka Šarić', 3, 7, 'forward', 'Croatia', '1999-03-17', 22000000),
  (6, 'Emil Nyström', 3, 4, 'defender', 'Sweden', '1993-09-09', 5500000),
  (7, 'Tomasz Gajda', 3, 1, 'goalkeeper', 'Poland', '1996-01-28', 4000000),
  (8, 'Rhys Cadwallader', 4, 11, 'forward', 'Wales', '2002-11-14', 2400000),
  (9, 'Ben Ogilvy', 4, 5, 'defender', 'England', '1989-06-06', 350000),
  (10, 'Kofi Antwi', 5, 9, 'forward', 'Ghana', '2001-08-19', 7700000),
  (11, 'Matthijs de Groot', 6, 6, 'midfielder', 'Netherlands', '1997-04-02', 11000000),
  (12, 'Íñigo Arrizaba', 6, 19, 'forward', 'Spain', '1994-10-25', 8300000),
  (13, 'Felix Amsler', 7, 27, 'defender', 'Switzerland', '2005-02-02', NULL),
  (14, 'Daisuke Mori', NULL, NULL, 'midfielder', 'Japan', '1990-03-31', NULL),
  (15, 'Noel Farrugia', 2, 3, 'defender', 'Malta', '1998-12-12', 1200000);

INSERT INTO matches (id, match_day, kick_off, home_club_id, away_club_id, home_goals, away_goals, attendance, referee) VALUES
  (1, 1, '2023-08-12 15:00', 1, 2, 2, 1, 28412, 'M. Ashdown'),
  (2, 1, '2023-08-12 17:30', 3, 6, 3, 0, 40117, 'L. Pritchard'),
  (3, 1, '2023-08-13 14:00', 4, 5, 1, 1, 8930, 'T. Okafor'),
  (4, 2, '2023-08-19 15:00', 2, 3, 0, 2, 17804, 'M. Ashdown'),
  (5, 2, '2023-08-19 15:00', 5, 1, 1, 2, 24590, 'S. Lindgren'),
  (6, 2, '2023-08-20 16:00', 6, 4, 2, 2, 21345, 'L. Pritchard'),
  (7, 3, '2023-08-26 15:00', 1, 3, 0, 0, 31144, 'T. Okafor'),
  (8, 3, '2023-08-26 15:00', 4, 2, 0, 1, 7412, 'S. Lindgren'),
  (9, 3, '2023-08-27 14:00', 5, 6, NULL, NULL, NULL, NULL);

INSERT INTO lineups (match_id, player_id, minutes_played, rating, yellow_card) VALUES
  (1, 1, 90, 6.9, 0), (1, 2, 90, 8.4, 0), (1, 3, 71, 7.0, 1), (1, 4, 90, 7.2, 0), (1, 15, 90, 5.8, 1),
  (2, 5, 84, 9.1, 0), (2, 6, 90, 7.5, 0), (2, 7, 90, 7.3, 0), (2, 11, 90, 5.9, 1), (2, 12, 60, 5.5, 0),
  (3, 8, 90, 7.4, 0), (3, 9, 90, 6.6, 1), (3, 10, 90, 7.6, 0),
  (4, 4, 90, 6.1, 1), (4, 5, 90, 8.0, 0), (4, 6, 90, 7.7, 1), (4, 7, 90, NULL, 0),
  (5, 2, 88, 7.9, 0), (5, 3, 90, 7.8, 0), (5, 10, 90, 7.1, 1),
  (6, 11, 90, 7.3, 0), (6, 12, 90, 8.2, 0), (6, 8, 90, 8.1, 0), (6, 9, 45, 6.0, 1),
  (7, 1, 90, 8.0, 0), (7, 2, 90, 6.4, 0), (7, 5, 90, 6.2, 1), (7, 7, 90, 7.9, 0),
  (8, 8, 90, 6.0, 0), (8, 4, 90, 8.3, 0), (8, 15, 90, 7.0, 0);

INSERT INTO goals (id, match_id, scorer_id, assist_id, minute, penalty) VALUES
  (1, 1, 2, 3, 14, 0), (2, 1, 4, NULL, 39, 1), (3, 1, 2, NULL, 77, 0),
  (4, 2, 5, 6, 8, 0), (5, 2, 5, NULL, 55, 1), (6, 2, 6, 5, 81, 0),
  (7, 3, 8, 9, 23, 0), (8, 3, 10, NULL, 66, 0), (9, 4, 5, NULL, 12, 0), (10, 4, 5, 6, 90, 0),
  (11, 5, 10, NULL, 30, 1), (12, 5, 3, 2, 52, 0), (13, 5, 2, 3, 85, 0),
  (14, 6, 12, 11, 3, 0), (15, 6, 8, NULL, 47, 0), (16, 6, 8, 9, 61, 0), (17, 6, 12, NULL, 89, 1),
  (18, 8, 4, 15, 72, 0);

INSERT INTO transfers (id, player_id, from_club_id, to_club_id, signed_on, fee, is_loan) VALUES
  (1, 5, 6, 3, '2022-07-01', 17500000, 0),
  (2, 2, 5, 1, '2022-08-30', 8000000, 0),
  (3, 12, 3, 6, '2022-07-01', 6000000, 0),
  (4, 10, NULL, 5, '2021-07-15', NULL, 0),
  (5, 13, 3, 7, '2023-07-01', 0, 1),
  (6, 8, NULL, 4, '2020-07-01', 150000, 0),
  (7, 4, 1, 2, '2023-01-31', 7200000, 0),
  (8, 15, 4, 2, '2023-07-20', 900000, 0);

COMMIT;
