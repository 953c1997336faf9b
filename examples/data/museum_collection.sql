-- The collection of an art museum: makers, objects and the materials they are made of,
-- rooms, exhibitions with the objects shown, and conservation work.
PRAGMA foreign_keys = ON;

CREATE TABLE Artist (
  Artist_ID   INTEGER PRIMARY KEY,
  Artist_Name TEXT NOT NULL,
  Born_In     TEXT,
  Birth_Year  INTEGER,
  Death_Year  INTEGER,
  Teacher_ID  INTEGER REFERENCES Artist (Artist_ID),
  CHECK (Death_Year IS NULL OR Death_Year > Birth_Year)
);

CREATE TABLE Material (
  Material_ID   INTEGER PRIMARY KEY,
  Material_Name TEXT NOT NULL UNIQUE,
  Light_Limit_Lux INTEGER
);

CREATE TABLE Room (
  Room_No    TEXT PRIMARY KEY,
  Wing       TEXT NOT NULL,
  Area_M2    REAL NOT NULL,
  Has_Climate_Control BOOLEAN NOT NULL DEFAULT 1
);

CREATE TABLE Artwork (
  Artwork_ID        INTEGER PRIMARY KEY,
  Accession_No      TEXT NOT NULL UNIQUE,
  Title             TEXT NOT NULL,
  Artist_ID         INTEGER REFERENCES Artist (Artist_ID),
  Year_Made         INTEGER,
  Object_Type       TEXT NOT NULL,
  Acquired_On       DATE,
  Acquisition_Mode  TEXT CHECK (Acquisition_Mode IN ('gift', 'purchase', 'bequest', 'found')),
  Insurance_Value   DECIMAL(12,2),
  Room_No           TEXT REFERENCES Room (Room_No)
);

CREATE TABLE Artwork_Material (
  Artwork_ID  INTEGER NOT NULL REFERENCES Artwork (Artwork_ID),
  Material_ID INTEGER NOT NULL REFERENCES Material (Material_ID),
  PRIMARY KEY (Artwork_ID, Material_ID)
);

CREATE TABLE Exhibition (
  Exhibition_ID INTEGER PRIMARY KEY,
  Theme         TEXT NOT NULL,
  Curator       TEXT NOT NULL,
  Opens_On      DATE NOT NULL,
  Closes_On     DATE NOT NULL,
  Visitor_Count INTEGER,
  CHECK (Closes_On > Opens_On)
);

CREATE TABLE Exhibition_Item (
  Exhibition_ID INTEGER NOT NULL REFERENCES Exhibition (Exhibition_ID),
  Artwork_ID    INTEGER NOT NULL REFERENCES Artwork (Artwork_ID),
  Label_Text    TEXT,
  PRIMARY KEY (Exhibition_ID, Artwork_ID)
);

CREATE TABLE Conservation (
  Conservation_ID INTEGER PRIMARY KEY,
  Artwork_ID      INTEGER NOT NULL REFERENCES Artwork (Artwork_ID),
  Conservator     TEXT NOT NULL,
  Began_On        DATE NOT NULL,
  Finished_On     DATE,
  Treatment       TEXT NOT NULL,
  Hours_Spent     REAL
);

BEGIN;

INSERT INTO Artist (Artist_ID, Artist_Name, Born_In, Birth_Year, Death_Year, Teacher_ID) VALUES
  (1, 'Cornelis van Hamme', 'Leiden', 1601, 1668, NULL),
  (2, 'Geertrui Bosschaert', 'Delft', 1629, 1701, 1),
  (3, 'Ottavio Renzi', 'Bologna', 1712, 1779, NULL),
  (4, 'Séraphine Molinier', 'Toulouse', 1834, 1911, NULL),
  (5, 'Émile Kerbrat', 'Brest', 1858, 1930, 4),
  (6, '田村 静', 'Kanazawa', 1887, 1966, NULL),
  (7, 'Ruth Abernathy', 'Glasgow', 1921, 2009, NULL),
  (8, 'Kwabena Osei-Tutu', 'Kumasi', 1963, NULL, NULL),
  (9, 'Workshop of the Blue Master', NULL, NULL, NULL, NULL);

INSERT INTO Material (Material_ID, Material_Name, Light_Limit_Lux) VALUES
  (1, 'oil paint', 200), (2, 'canvas', 200), (3, 'oak panel', 200), (4, 'paper', 50),
  (5, 'ink', 50), (6, 'bronze', NULL), (7, 'silk', 50), (8, 'glazed earthenware', NULL),
  (9, 'silver gelatin', 50), (10, 'gold leaf', 200);

INSERT INTO Room (Room_No, Wing, Area_M2, Has_Climate_Control) VALUES
  ('N1', 'North', 210.0, 1), ('N2', 'North', 145.5, 1), ('N3', 'North', 98.0, 1),
  ('S1', 'South', 260.0, 1), ('S2', 'South', 80.0, 0), ('G', 'Garden', 400.0, 0);

INSERT INTO Artwork (Artwork_ID, Accession_No, Title, Artist_ID, Year_Made, Object_Type, Acquired_On, Acquisition_Mode, Insurance_Value, Room_No) VALUES
  (1, '1904.12', 'Frozen Canal with Skaters', 1, 1642, 'painting', '1904-05-01', 'bequest', 1850000.00, 'N1'),
  (2, '1904.13', 'Still Life with Quinces', 2, 1660, 'painting', '1904-05-01', 'bequest', 920000.00, 'N1'),
  (3, '1931.2', 'Saint Petronius at Prayer', 3, 1748, 'painting', '1931-10-17', 'purchase', 310000.00, 'N2'),
  (4, '1958.40', 'La blanchisseuse', 4, 1871, 'painting', '1958-02-09', 'gift', 640000.00, 'S1'),
  (5, '1958.41', 'Port at Low Tide', 5, 1899, 'drawing', '1958-02-09', 'gift', 74000.00, NULL),
  (6, '1972.7', '雪の橋', 6, 1925, 'scroll', '1972-11-30', 'purchase', 128000.00, 'N3'),
  (7, '1985.19', 'Shipyard, Night Shift', 7, 1952, 'photograph', '1985-06-21', 'purchase', 18500.00, NULL),
  (8, '1985.20', 'Riveter', 7, 1953, 'photograph', '1985-06-21', 'purchase', 16000.00, NULL),
  (9, '2008.3', 'Standing Figure III', 8, 2004, 'sculpture', '2008-03-12', 'purchase', 96000.00, 'G'),
  (10, '1889.101', 'Bowl with Peacock', 9, NULL, 'ceramic', '1889-01-01', NULL, 45000.00, 'S2'),
  (11, '2016.8', 'Gilded Stool', 8, 2014, 'sculpture', '2016-09-02', 'gift', 58000.00, 'S1'),
  (12, '1911.55', 'Portrait of a Notary', 2, 1671, 'painting', '1911-07-07', 'gift', NULL, 'N1');

INSERT INTO Artwork_Material (Artwork_ID, Material_ID) VALUES
  (1, 1), (1, 3), (2, 1), (2, 2), (3, 1), (3, 2), (3, 10), (4, 1), (4, 2), (5, 4), (5, 5),
  (6, 5), (6, 7), (7, 4), (7, 9), (8, 4), (8, 9), (9, 6), (10, 8), (11, 6), (11, 10), (12, 1), (12, 2);

INSERT INTO Exhibition (Exhibition_ID, Theme, Curator, Opens_On, Closes_On, Visitor_Count) VALUES
  (1, 'Ice and Water', 'Dr. Hanneke Prins', '2018-11-10', '2019-03-03', 48210),
  (2, 'Women Who Painted', 'Júlia Ferrer', '2020-02-01', '2020-06-28', 15977),
  (3, 'Work', 'Marcus Ojo', '2021-09-04', '2022-01-09', 33640),
  (4, 'Gold', 'Júlia Ferrer', '2022-10-15', '2023-02-12', 61005),
  (5, 'Paper and Silk', 'Dr. Hanneke Prins', '2023-04-01', '2023-07-30', 22418),
  (6, 'Harbours', 'Marcus Ojo', '2024-03-09', '2024-08-18', NULL);

INSERT INTO Exhibition_Item (Exhibition_ID, Artwork_ID, Label_Text) VALUES
  (1, 1, 'The frost of 1642 held for nine weeks.'), (1, 5, NULL), (1, 6, NULL),
  (2, 2, 'Signed twice: once on the knife.'), (2, 4, NULL), (2, 12, 'Long given to her teacher.'), (2, 7, NULL),
  (3, 4, NULL), (3, 7, 'Taken with one lamp.'), (3, 8, NULL), (3, 9, NULL),
  (4, 3, NULL), (4, 11, 'The seat is a copy of a royal stool.'), (5, 5, NULL), (5, 6, 'Unrolled only every ten years.'),
  (6, 5, NULL), (6, 1, NULL), (6, 7, NULL);

INSERT INTO Conservation (Conservation_ID, Artwork_ID, Conservator, Began_On, Finished_On, Treatment, Hours_Spent) VALUES
  (1, 1, 'Ewa Sikorska', '2018-01-15', '2018-09-28', 'varnish removal', 240.0),
  (2, 12, 'Ewa Sikorska', '2019-03-04', '2019-12-13', 'relining', 310.5),
  (3, 10, 'Dilip Menon', '2017-05-08', '2017-06-02', 'rejoining of fragments', 36.0),
  (4, 6, 'Satomi Arai', '2022-08-01', '2023-03-10', 'new mounting', 188.0),
  (5, 5, 'Satomi Arai', '2023-08-21', NULL, 'deacidification', NULL),
  (6, 9, 'Dilip Menon', '2021-04-12', '2021-04-16', 'wax coating', 20.5),
  (7, 3, 'Ewa Sikorska', '2022-02-14', '2022-07-01', 'consolidation of gilding', 132.0);

COMMIT;
