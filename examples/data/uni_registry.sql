-- The registry of a university, with German names: faculties, teaching staff, students,
-- courses with their prerequisites, and examinations.
-- Fakultaet and Dozent point at each other (a dean belongs to a faculty, a faculty has a dean).
PRAGMA foreign_keys = ON;

CREATE TABLE Fakultaet (
  FakultaetNr INTEGER PRIMARY KEY,
  Bezeichnung TEXT NOT NULL UNIQUE,
  Gebaeude    TEXT,
  DekanNr     INTEGER REFERENCES Dozent (DozentNr) DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE Dozent (
  DozentNr    INTEGER PRIMARY KEY,
  Vorname     TEXT NOT NULL,
  Nachname    TEXT NOT NULL,
  AkadTitel   TEXT,
  FakultaetNr INTEGER NOT NULL REFERENCES Fakultaet (FakultaetNr) DEFERRABLE INITIALLY DEFERRED,
  Gehalt      DECIMAL(8,2) CHECK (Gehalt > 0),
  EingestelltAm DATE NOT NULL
);

CREATE TABLE Studiengang (
  StudiengangNr INTEGER PRIMARY KEY,
  Name          TEXT NOT NULL,
  Abschluss     TEXT NOT NULL CHECK (Abschluss IN ('Bachelor', 'Master')),
  Regelsemester INTEGER NOT NULL,
  FakultaetNr   INTEGER NOT NULL REFERENCES Fakultaet (FakultaetNr),
  UNIQUE (Name, Abschluss)
);

CREATE TABLE Student (
  MatrikelNr    INTEGER PRIMARY KEY,
  Vorname       TEXT NOT NULL,
  Nachname      TEXT NOT NULL,
  Geburtsdatum  DATE,
  Wohnort       TEXT,
  StudiengangNr INTEGER NOT NULL REFERENCES Studiengang (StudiengangNr),
  EingeschriebenAm DATE NOT NULL
);

CREATE TABLE Lehrveranstaltung (
  LvNr     INTEGER PRIMARY KEY,
  Titel    TEXT NOT NULL,
  Art      TEXT NOT NULL DEFAULT 'Vorlesung',
  Ects     INTEGER NOT NULL CHECK (Ects BETWEEN 1 AND 30),
  Semester TEXT NOT NULL,
  DozentNr INTEGER REFERENCES Dozent (DozentNr)
);

CREATE TABLE Voraussetzung (
  LvNr    INTEGER NOT NULL REFERENCES Lehrveranstaltung (LvNr),
  VorLvNr INTEGER NOT NULL REFERENCES Lehrveranstaltung (LvNr),
  PRIMARY KEY (LvNr, VorLvNr),
  CHECK (LvNr <> VorLvNr)
);

CREATE TABLE Pruefung (
  MatrikelNr INTEGER NOT NULL REFERENCES Student (MatrikelNr),
  LvNr       INTEGER NOT NULL REFERENCES Lehrveranstaltung (LvNr),
  Versuch    INTEGER NOT NULL DEFAULT 1,
  Datum      DATE NOT NULL,
  Note       REAL CHECK (Note BETWEEN 1.0 AND 5.0),
  PRIMARY KEY (MatrikelNr, LvNr, Versuch)
);

BEGIN;

INSERT INTO Fakultaet (FakultaetNr, Bezeichnung, Gebaeude, DekanNr) VALUES
  (1, 'Informatik', 'Turm A', 11),
  (2, 'Mathematik', 'Turm A', 14),
  (3, 'Philosophie', 'Altes Schloss', 16),
  (4, 'Bauingenieurwesen', 'Halle 7', 18),
  (5, 'Musikwissenschaft', NULL, NULL),
  (6, 'Rechtswissenschaft', 'Altes Schloss', NULL);

INSERT INTO Dozent (DozentNr, Vorname, Nachname, AkadTitel, FakultaetNr, Gehalt, EingestelltAm) VALUES
  (11, 'Gudrun', 'Hagedorn', 'Prof. Dr.', 1, 7920.00, '2006-10-01'),
  (12, 'Emre', 'Yıldırım', 'Dr.', 1, 5480.50, '2017-04-01'),
  (13, 'Jörg', 'Weißenfels', NULL, 1, 4310.00, '2021-10-01'),
  (14, 'Anneliese', 'Kübler', 'Prof. Dr.', 2, 8105.00, '1999-04-01'),
  (15, 'Stanisław', 'Górecki', 'Dr.', 2, 5602.00, '2014-10-01'),
  (16, 'Theodora', 'Papadakis', 'Prof. Dr.', 3, 7711.00, '2010-04-01'),
  (17, 'Konrad', 'Fröhlich', 'Dr.', 3, NULL, '2019-10-01'),
  (18, 'Henrike', 'Brüggemann', 'Prof. Dr.-Ing.', 4, 8240.00, '2003-10-01'),
  (19, 'Tobias', 'Lange', 'Dr.-Ing.', 4, 5555.00, '2020-04-01'),
  (20, 'Mirjam', 'Sauter', 'Dr.', 5, 5190.00, '2016-10-01');

INSERT INTO Studiengang (StudiengangNr, Name, Abschluss, Regelsemester, FakultaetNr) VALUES
  (1, 'Informatik', 'Bachelor', 6, 1),
  (2, 'Informatik', 'Master', 4, 1),
  (3, 'Mathematik', 'Bachelor', 6, 2),
  (4, 'Philosophie', 'Bachelor', 6, 3),
  (5, 'Bauingenieurwesen', 'Bachelor', 7, 4),
  (6, 'Musikwissenschaft', 'Master', 4, 5);

INSERT INTO Student (MatrikelNr, Vorname, Nachname, Geburtsdatum, Wohnort, StudiengangNr, EingeschriebenAm) VALUES
  (70001, 'Lena', 'Vogt', '2001-03-14', 'Köln', 1, '2020-10-01'),
  (70002, 'Murat', 'Öztürk', '1999-11-02', 'Köln', 2, '2021-10-01'),
  (70003, 'Clara', 'Niemeyer', '2002-07-29', 'Bonn', 3, '2021-10-01'),
  (70004, 'Paul', 'Schäfer', NULL, 'Düsseldorf', 1, '2020-10-01'),
  (70005, 'Nguyễn', 'Thu Hà', '2000-01-09', 'Köln', 2, '2022-04-01'),
  (70006, 'Frieda', 'Ostermann', '1998-05-18', 'Aachen', 5, '2018-10-01'),
  (70007, 'Jannik', 'Behrens', '2003-09-23', NULL, 3, '2022-10-01'),
  (70008, 'Olena', 'Kovalchuk', '2001-12-12', 'Bonn', 4, '2021-10-01'),
  (70009, 'Simon', 'Großmann', '1997-02-27', 'Münster', 6, '2022-10-01'),
  (70010, 'Amira', 'Said', '2002-04-05', 'Köln', 5, '2021-10-01'),
  (70011, 'Wiebke', 'Jansen', '2000-08-16', 'Aachen', 1, '2019-10-01');

INSERT INTO Lehrveranstaltung (LvNr, Titel, Art, Ects, Semester, DozentNr) VALUES
  (101, 'Einführung in die Programmierung', 'Vorlesung', 8, 'WS2021', 12),
  (102, 'Datenbanksysteme', 'Vorlesung', 6, 'SS2022', 11),
  (103, 'Verteilte Systeme', 'Vorlesung', 6, 'WS2022', 11),
  (104, 'Seminar Anfragesprachen', 'Seminar', 4, 'WS2022', 13),
  (201, 'Analysis I', 'Vorlesung', 9, 'WS2021', 14),
  (202, 'Analysis II', 'Vorlesung', 9, 'SS2022', 15),
  (203, 'Stochastik', 'Vorlesung', 9, 'WS2022', 15),
  (301, 'Logik', 'Vorlesung', 5, 'WS2021', 16),
  (302, 'Kolloquium Erkenntnistheorie', 'Kolloquium', 3, 'SS2022', 17),
  (401, 'Baustatik', 'Vorlesung', 7, 'WS2021', 18),
  (402, 'Praktikum Vermessung', 'Praktikum', 4, 'SS2022', 19),
  (501, 'Kontrapunkt', 'Seminar', 4, 'WS2022', NULL);

INSERT INTO Voraussetzung (LvNr, VorLvNr) VALUES
  (102, 101), (103, 101), (103, 102), (104, 102), (202, 201), (203, 202), (402, 401), (302, 301);

INSERT INTO Pruefung (MatrikelNr, LvNr, Versuch, Datum, Note) VALUES
  (70001, 101, 1, '2022-02-10', 1.7),
  (70001, 201, 1, '2022-02-17', 2.3),
  (70001, 102, 1, '2022-07-21', 1.3),
  (70002, 103, 1, '2023-02-09', 2.0),
  (70002, 104, 1, '2023-02-13', 1.0),
  (70003, 201, 1, '2022-02-17', 5.0),
  (70003, 201, 2, '2022-04-05', 3.0),
  (70003, 202, 1, '2022-07-28', 2.7),
  (70004, 101, 1, '2022-02-10', 5.0),
  (70004, 101, 2, '2022-04-07', 5.0),
  (70004, 101, 3, '2022-09-15', 4.0),
  (70005, 103, 1, '2023-02-09', 1.3),
  (70006, 401, 1, '2022-02-21', 2.7),
  (70006, 402, 1, '2022-08-01', 1.7),
  (70008, 301, 1, '2022-02-24', 1.0),
  (70008, 302, 1, '2022-07-14', 2.0),
  (70009, 501, 1, '2023-02-20', NULL),
  (70010, 401, 1, '2022-02-21', 3.7),
  (70011, 102, 1, '2022-07-21', 3.3),
  (70011, 201, 1, '2022-02-17', 5.0);

COMMIT;
