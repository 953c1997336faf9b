-- A public library with several branches: titles and authors, copies on the shelf,
-- members, loans and fines. Names follow an old short-name convention.
PRAGMA foreign_keys = ON;

CREATE TABLE branch (
  brno   INTEGER PRIMARY KEY,
  brname VARCHAR(40) NOT NULL UNIQUE,
  braddr VARCHAR(60) NOT NULL,
  city   VARCHAR(30) NOT NULL,
  opnyr  SMALLINT
);

CREATE TABLE author (
  authno  INTEGER PRIMARY KEY,
  fname   VARCHAR(30),
  lname   VARCHAR(40) NOT NULL,
  natl    CHAR(2),
  birthyr SMALLINT
);

CREATE TABLE booktitle (
  ttlno   INTEGER PRIMARY KEY,
  ttlname VARCHAR(120) NOT NULL,
  isbn    CHAR(13) UNIQUE,
  lang    CHAR(2) NOT NULL DEFAULT 'en',
  genre   VARCHAR(20),
  pubyr   SMALLINT,
  npages  SMALLINT CHECK (npages > 0)
);

CREATE TABLE ttlauth (
  ttlno  INTEGER NOT NULL REFERENCES booktitle (ttlno),
  authno INTEGER NOT NULL REFERENCES author (authno),
  seqno  SMALLINT NOT NULL DEFAULT 1,
  PRIMARY KEY (ttlno, authno)
);

CREATE TABLE bookcopy (
  ttlno   INTEGER NOT NULL REFERENCES booktitle (ttlno),
  copyno  SMALLINT NOT NULL,
  brno    INTEGER NOT NULL REFERENCES branch (brno),
  acqdate DATE NOT NULL,
  cond    VARCHAR(10) NOT NULL DEFAULT 'good' CHECK (cond IN ('new', 'good', 'worn', 'lost')),
  PRIMARY KEY (ttlno, copyno)
);

CREATE TABLE member (
  membno   INTEGER PRIMARY KEY,
  membname VARCHAR(60) NOT NULL,
  birthdt  DATE,
  joindt   DATE NOT NULL,
  homebr   INTEGER NOT NULL REFERENCES branch (brno),
  guardno  INTEGER REFERENCES member (membno)
);

CREATE TABLE loan (
  loanno  INTEGER PRIMARY KEY,
  ttlno   INTEGER NOT NULL,
  copyno  SMALLINT NOT NULL,
  membno  INTEGER NOT NULL REFERENCES member (membno),
  outdate DATE NOT NULL,
  duedate DATE NOT NULL,
  retdate DATE,
  FOREIGN KEY (ttlno, copyno) REFERENCES bookcopy (ttlno, copyno)
);

CREATE TABLE fine (
  fineno  INTEGER PRIMARY KEY,
  loanno  INTEGER NOT NULL UNIQUE REFERENCES loan (loanno),
  fineamt DECIMAL(6,2) NOT NULL CHECK (fineamt > 0),
  paiddt  DATE
);

BEGIN;

INSERT INTO branch (brno, brname, braddr, city, opnyr) VALUES
  (1, 'Central', '1 Foundry Square', 'Harwick', 1911),
  (2, 'Northgate', '88 Tollhouse Road', 'Harwick', 1964),
  (3, 'Quayside', '5 Rope Walk', 'Port Ellery', 1987),
  (4, 'Millbrook', '17 Weir Lane', 'Millbrook', 2006),
  (5, 'Mobile van', 'Depot, 3 Station Yard', 'Harwick', NULL),
  (6, 'Hospital', 'St Bride''s Infirmary, Ward Corridor', 'Port Ellery', 2019);

INSERT INTO author (authno, fname, lname, natl, birthyr) VALUES
  (1, 'Oriel', 'Pascoe', 'GB', 1958),
  (2, 'Benedikt', 'Falkenrath', 'DE', 1971),
  (3, 'Amélie', 'Duchesnay', 'FR', 1983),
  (4, 'Ngozi', 'Adeyinka', 'NG', 1990),
  (5, 'Sigríður', 'Hallsdóttir', 'IS', 1949),
  (6, NULL, 'Marrow & Sons', NULL, NULL),
  (7, 'Rafael', 'Ibáñez Cuesta', 'ES', 1965),
  (8, 'Hana', 'Kuroki', 'JP', 1979),
  (9, 'Walter', 'Tring', 'GB', 1902);

INSERT INTO booktitle (ttlno, ttlname, isbn, lang, genre, pubyr, npages) VALUES
  (10, 'The Salt Ledger', '9790000000101', 'en', 'novel', 1998, 412),
  (11, 'A Harbour Without Boats', '9790000000118', 'en', 'novel', 2004, 288),
  (12, 'Die Uhr im Moor', '9790000000125', 'de', 'crime', 2012, 356),
  (13, 'Trois hivers à Brumeval', '9790000000132', 'fr', 'novel', 2016, 240),
  (14, 'Lagos by Lamplight', '9790000000149', 'en', 'short stories', 2019, 198),
  (15, 'Eldfjall', '9790000000156', 'is', 'poetry', 1985, 96),
  (16, 'Knots, Splices and Ropework', '9790000000163', 'en', 'handbook', 1976, 164),
  (17, 'El reloj de arena', '9790000000170', 'es', 'crime', 2009, 331),
  (18, 'Paper Cranes over Kobe', '9790000000187', 'en', 'memoir', 2021, 275),
  (19, 'A Short History of Harwick', NULL, 'en', 'local history', 1938, 120),
  (20, 'Nine Lighthouses', '9790000000200', 'en', 'children', 2015, 64),
  (21, 'The Tollhouse Murders', '9790000000217', 'en', 'crime', 2018, 344);

INSERT INTO ttlauth (ttlno, authno, seqno) VALUES
  (10, 1, 1), (11, 1, 1), (12, 2, 1), (13, 3, 1), (14, 4, 1), (15, 5, 1),
  (16, 6, 1), (17, 7, 1), (18, 8, 1), (18, 4, 2), (19, 9, 1), (20, 1, 1),
  (20, 3, 2), (21, 2, 1), (21, 1, 2);

INSERT INTO bookcopy (ttlno, copyno, brno, acqdate, cond) VALUES
  (10, 1, 1, '1999-02-10', 'worn'), (10, 2, 2, '2010-06-01', 'good'), (10, 3, 3, '2010-06-01', 'lost'),
  (11, 1, 1, '2004-11-15', 'good'), (12, 1, 1, '2013-03-20', 'good'),
  (13, 1, 3, '2017-01-09', 'good'), (14, 1, 1, '2019-10-02', 'good'), (14, 2, 4, '2019-10-02', 'new'),
  (15, 1, 1, '1991-05-30', 'worn'), (16, 1, 3, '1980-08-12', 'worn'), (16, 2, 5, '2001-04-04', 'good'),
  (17, 1, 2, '2011-07-18', 'good'), (18, 1, 1, '2021-12-01', 'new'), (18, 2, 2, '2022-01-15', 'new'),
  (19, 1, 1, '1940-01-01', 'worn'), (20, 1, 4, '2016-02-22', 'good'), (20, 2, 5, '2016-02-22', 'worn'),
  (21, 1, 1, '2018-09-09', 'good'), (21, 2, 4, '2018-09-09', 'good');

INSERT INTO member (membno, membname, birthdt, joindt, homebr, guardno) VALUES
  (3001, 'Eleanor Whitcombe', '1956-04-17', '1988-09-01', 1, NULL),
  (3002, 'Tariq Mahmood', '1979-12-05', '2005-02-14', 2, NULL),
  (3003, 'Zara Mahmood', '2013-03-08', '2019-06-20', 2, 3002),
  (3004, 'Ioana Drăgulescu', '1992-10-30', '2020-01-07', 3, NULL),
  (3005, 'Peter van der Meulen', '1968-07-22', '2011-11-03', 4, NULL),
  (3006, 'Lotte van der Meulen', '2011-09-14', '2018-08-25', 4, 3005),
  (3007, 'Chidi Nwosu', '1985-01-19', '2016-05-16', 1, NULL),
  (3008, 'Siân Prosser', NULL, '2022-03-28', 3, NULL),
  (3009, 'Günther Aigner', '1944-02-29', '1999-12-12', 1, NULL),
  (3010, 'Mina Cho', '2001-08-03', '2023-01-16', 5, NULL);

INSERT INTO loan (loanno, ttlno, copyno, membno, outdate, duedate, retdate) VALUES
  (1, 10, 1, 3001, '2022-11-02', '2022-11-23', '2022-11-20'),
  (2, 12, 1, 3009, '2022-11-05', '2022-11-26', '2022-12-10'),
  (3, 20, 1, 3006, '2022-11-12', '2022-12-03', '2022-12-01'),
  (4, 14, 1, 3007, '2022-12-01', '2022-12-22', '2022-12-19'),
  (5, 21, 1, 3001, '2022-12-03', '2022-12-24', '2023-01-04'),
  (6, 10, 3, 3004, '2022-12-15', '2023-01-05', NULL),
  (7, 17, 1, 3002, '2023-01-08', '2023-01-29', '2023-01-27'),
  (8, 20, 1, 3003, '2023-01-10', '2023-01-31', '2023-02-06'),
  (9, 18, 1, 3007, '2023-01-20', '2023-02-10', '2023-02-09'),
  (10, 16, 2, 3010, '2023-01-25', '2023-02-15', '2023-02-15'),
  (11, 21, 2, 3005, '2023-02-01', '2023-02-22', '2023-03-01'),
  (12, 13, 1, 3008, '2023-02-04', '2023-02-25', NULL),
  (13, 18, 2, 3002, '2023-02-18', '2023-03-11', NULL),
  (14, 11, 1, 3001, '2023-02-20', '2023-03-13', '2023-03-02'),
  (15, 21, 1, 3009, '2023-03-01', '2023-03-22', NULL),
  (16, 14, 2, 3006, '2023-03-03', '2023-03-24', '2023-03-18');

INSERT INTO fine (fineno, loanno, fineamt, paiddt) VALUES
  (1, 2, 2.80, '2022-12-10'),
  (2, 5, 2.20, '2023-01-11'),
  (3, 6, 18.50, NULL),
  (4, 8, 0.60, '2023-02-06'),
  (5, 11, 1.40, NULL),
  (6, 12, 4.00, NULL);

COMMIT;
