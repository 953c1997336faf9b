-- A yearly film festival: films and the people who made them, screenings in the city's
-- cinemas, juries and prizes. Names are written with blanks and need quotes.
PRAGMA foreign_keys = ON;

CREATE TABLE "festival edition" (
  "year"        INTEGER PRIMARY KEY,
  "motto"       TEXT,
  "opening day" DATE NOT NULL,
  "closing day" DATE NOT NULL,
  CHECK ("closing day" > "opening day")
);

CREATE TABLE "film" (
  "film id"        INTEGER PRIMARY KEY,
  "original title" TEXT NOT NULL,
  "english title"  TEXT,
  "country"        TEXT NOT NULL,
  "language"       TEXT,
  "running time"   INTEGER NOT NULL CHECK ("running time" > 0),
  "section"        TEXT NOT NULL,
  "sequel of"      INTEGER REFERENCES "film" ("film id")
);

CREATE TABLE "person" (
  "person id"   INTEGER PRIMARY KEY,
  "full name"   TEXT NOT NULL,
  "birth year"  INTEGER,
  "nationality" TEXT
);

CREATE TABLE "film credit" (
  "film id"    INTEGER NOT NULL REFERENCES "film" ("film id"),
  "person id"  INTEGER NOT NULL REFERENCES "person" ("person id"),
  "credited as" TEXT NOT NULL,
  PRIMARY KEY ("film id", "person id", "credited as")
);

CREATE TABLE "cinema" (
  "cinema id"   INTEGER PRIMARY KEY,
  "cinema name" TEXT NOT NULL UNIQUE,
  "street"      TEXT,
  "seats"       INTEGER NOT NULL
);

CREATE TABLE "screening" (
  "screening id" INTEGER PRIMARY KEY,
  "film id"      INTEGER NOT NULL REFERENCES "film" ("film id"),
  "cinema id"    INTEGER NOT NULL REFERENCES "cinema" ("cinema id"),
  "year"         INTEGER NOT NULL REFERENCES "festival edition" ("year"),
  "starts at"    DATETIME NOT NULL,
  "tickets sold" INTEGER NOT NULL DEFAULT 0,
  "ticket price" DECIMAL(5,2),
  UNIQUE ("cinema id", "starts at")
);

CREATE TABLE "jury member" (
  "year"       INTEGER NOT NULL REFERENCES "festival edition" ("year"),
  "person id"  INTEGER NOT NULL REFERENCES "person" ("person id"),
  "is chair"   BOOLEAN NOT NULL DEFAULT 0,
  PRIMARY KEY ("year", "person id")
);

CREATE TABLE "prize" (
  "prize id"   INTEGER PRIMARY KEY,
  "prize name" TEXT NOT NULL,
  "year"       INTEGER NOT NULL REFERENCES "festival edition" ("year"),
  "film id"    INTEGER NOT NULL REFERENCES "film" ("film id"),
  "money"      DECIMAL(9,2),
  UNIQUE ("prize name", "year")
);

BEGIN;

INSERT INTO "festival edition" ("year", "motto", "opening day", "closing day") VALUES
  (2018, 'Edges', '2018-09-13', '2018-09-22'),
  (2019, 'Night Trains', '2019-09-12', '2019-09-21'),
  (2020, NULL, '2020-10-01', '2020-10-04'),
  (2021, 'Coming Back', '2021-09-16', '2021-09-25'),
  (2022, 'Water', '2022-09-15', '2022-09-24'),
  (2023, 'Borrowed Light', '2023-09-14', '2023-09-23');

INSERT INTO "film" ("film id", "original title", "english title", "country", "language", "running time", "section", "sequel of") VALUES
  (1, 'Das letzte Fährhaus', 'The Last Ferry House', 'Germany', 'German', 104, 'competition', NULL),
  (2, '夜の果実', 'Fruit of the Night', 'Japan', 'Japanese', 127, 'competition', NULL),
  (3, 'Salt Road', NULL, 'Australia', 'English', 93, 'competition', NULL),
  (4, 'La cosecha muda', 'The Silent Harvest', 'Chile', 'Spanish', 88, 'documentary', NULL),
  (5, 'Szélmalom utca', 'Windmill Street', 'Hungary', 'Hungarian', 18, 'short film', NULL),
  (6, 'Salt Road: Return', NULL, 'Australia', 'English', 111, 'out of competition', 3),
  (7, 'Les heures bleues', 'The Blue Hours', 'France', 'French', 98, 'competition', NULL),
  (8, 'Kvinnan på bryggan', 'The Woman on the Pier', 'Sweden', 'Swedish', 116, 'competition', NULL),
  (9, 'Murmur', NULL, 'Ireland', NULL, 12, 'short film', NULL),
  (10, 'گل‌های آبی', 'Blue Flowers', 'Iran', 'Persian', 101, 'documentary', NULL),
  (11, 'Das Fährhaus brennt', 'The Ferry House Burns', 'Germany', 'German', 119, 'competition', 1);

INSERT INTO "person" ("person id", "full name", "birth year", "nationality") VALUES
  (1, 'Mareike Stollberg', 1974, 'German'),
  (2, 'Haruto Shirakawa', 1961, 'Japanese'),
  (3, 'Callum Brandis', 1980, 'Australian'),
  (4, 'Inés Arancibia', 1986, 'Chilean'),
  (5, 'Réka Vámosi', 1993, 'Hungarian'),
  (6, 'Odile Garancière', 1955, 'French'),
  (7, 'Nils Åkesson', 1969, 'Swedish'),
  (8, 'Aoife Brannigan', 1996, 'Irish'),
  (9, 'Parvaneh Golshiri', NULL, 'Iranian'),
  (10, 'Desta Worku', 1978, 'Ethiopian'),
  (11, 'Louisa Penhallow', 1949, 'British');

INSERT INTO "film credit" ("film id", "person id", "credited as") VALUES
  (1, 1, 'director'), (1, 1, 'writer'), (1, 7, 'cinematographer'),
  (2, 2, 'director'), (3, 3, 'director'), (3, 10, 'composer'),
  (4, 4, 'director'), (4, 4, 'cinematographer'), (5, 5, 'director'),
  (6, 3, 'director'), (6, 10, 'composer'), (7, 6, 'director'), (7, 1, 'writer'),
  (8, 7, 'director'), (8, 10, 'composer'), (9, 8, 'director'), (10, 9, 'director'),
  (11, 1, 'director');

INSERT INTO "cinema" ("cinema id", "cinema name", "street", "seats") VALUES
  (1, 'Odeon am Ring', 'Ringstraße 14', 620),
  (2, 'Kino Lumen', 'Fischmarkt 3', 180),
  (3, 'Alte Werft', 'Hafendamm 40', 340),
  (4, 'Studio 5', 'Glockengasse 5', 75),
  (5, 'Open Air', NULL, 900),
  (6, 'Capitol', 'Marktplatz 1', 450);

INSERT INTO "screening" ("screening id", "film id", "cinema id", "year", "starts at", "tickets sold", "ticket price") VALUES
  (1, 3, 1, 2019, '2019-09-13 20:00', 588, 12.00),
  (2, 3, 2, 2019, '2019-09-15 18:00', 166, 10.00),
  (3, 1, 1, 2019, '2019-09-14 20:00', 601, 12.00),
  (4, 4, 4, 2019, '2019-09-16 17:30', 40, 8.00),
  (5, 5, 4, 2020, '2020-10-02 16:00', 31, 6.00),
  (6, 7, 3, 2021, '2021-09-17 19:30', 298, 11.00),
  (7, 2, 1, 2021, '2021-09-18 20:00', 540, 12.00),
  (8, 2, 2, 2021, '2021-09-20 15:00', 97, 10.00),
  (9, 10, 3, 2021, '2021-09-21 18:00', 152, 9.00),
  (10, 8, 1, 2022, '2022-09-16 20:00', 477, 13.00),
  (11, 9, 4, 2022, '2022-09-17 14:00', 75, 6.00),
  (12, 6, 5, 2022, '2022-09-18 21:00', 812, 9.50),
  (13, 8, 6, 2022, '2022-09-20 18:30', 203, 11.00),
  (14, 11, 1, 2023, '2023-09-15 20:00', 614, 13.00),
  (15, 11, 2, 2023, '2023-09-17 17:00', 180, 11.00),
  (16, 10, 5, 2023, '2023-09-19 20:30', 0, NULL);

INSERT INTO "jury member" ("year", "person id", "is chair") VALUES
  (2019, 11, 1), (2019, 6, 0), (2019, 2, 0),
  (2021, 3, 1), (2021, 10, 0), (2021, 11, 0),
  (2022, 6, 1), (2022, 4, 0), (2022, 9, 0),
  (2023, 2, 1), (2023, 5, 0), (2023, 8, 0);

INSERT INTO "prize" ("prize id", "prize name", "year", "film id", "money") VALUES
  (1, 'Golden Lantern', 2019, 1, 40000.00),
  (2, 'Audience Award', 2019, 3, 10000.00),
  (3, 'Best Documentary', 2019, 4, 7500.00),
  (4, 'Golden Lantern', 2021, 2, 40000.00),
  (5, 'Audience Award', 2021, 7, 10000.00),
  (6, 'Golden Lantern', 2022, 8, 45000.00),
  (7, 'Best Short', 2022, 9, 3000.00),
  (8, 'Critics'' Mention', 2022, 8, NULL),
  (9, 'Golden Lantern', 2023, 11, 45000.00);

COMMIT;
