-- Customers, lines, call records, invoices and payments of a telephone company.
-- Names are glued and shortened, as in an old mainframe extract.
PRAGMA foreign_keys = ON;

CREATE TABLE cust (
  custno   INTEGER PRIMARY KEY,
  custname VARCHAR(60) NOT NULL,
  custtype CHAR(1) NOT NULL DEFAULT 'P' CHECK (custtype IN ('P', 'B')),
  custaddr VARCHAR(80),
  city     VARCHAR(40) NOT NULL,
  regdt    DATE NOT NULL,
  paycust  INTEGER REFERENCES cust (custno)
);

CREATE TABLE rateplan (
  planid   CHAR(4) PRIMARY KEY,
  plandesc VARCHAR(40) NOT NULL,
  mthfee   DECIMAL(6,2) NOT NULL,
  inclmin  INTEGER NOT NULL DEFAULT 0,
  inclgb   REAL
);

CREATE TABLE subscr (
  msisdn VARCHAR(15) PRIMARY KEY,
  custno INTEGER NOT NULL REFERENCES cust (custno),
  planid CHAR(4) NOT NULL REFERENCES rateplan (planid),
  actdt  DATE NOT NULL,
  ceasdt DATE
);

CREATE TABLE addon (
  addonid  INTEGER PRIMARY KEY,
  addonnam VARCHAR(40) NOT NULL UNIQUE,
  mthfee   DECIMAL(6,2) NOT NULL
);

CREATE TABLE subscraddon (
  msisdn  VARCHAR(15) NOT NULL REFERENCES subscr (msisdn),
  addonid INTEGER NOT NULL REFERENCES addon (addonid),
  fromdt  DATE NOT NULL,
  PRIMARY KEY (msisdn, addonid)
);

CREATE TABLE callrec (
  callid    INTEGER PRIMARY KEY,
  msisdn    VARCHAR(15) NOT NULL REFERENCES subscr (msisdn),
  destno    VARCHAR(20) NOT NULL,
  destctry  CHAR(2) NOT NULL,
  startts   TIMESTAMP NOT NULL,
  dursec    INTEGER NOT NULL CHECK (dursec >= 0),
  roaming   BOOLEAN NOT NULL DEFAULT 0,
  chrgamt   DECIMAL(7,3) NOT NULL DEFAULT 0
);

CREATE TABLE invhdr (
  invno   INTEGER PRIMARY KEY,
  custno  INTEGER NOT NULL REFERENCES cust (custno),
  billdt  DATE NOT NULL,
  duedt   DATE NOT NULL,
  totamt  DECIMAL(8,2) NOT NULL,
  UNIQUE (custno, billdt)
);

CREATE TABLE paymt (
  invno   INTEGER NOT NULL REFERENCES invhdr (invno),
  payseq  SMALLINT NOT NULL,
  paydt   DATE NOT NULL,
  payamt  DECIMAL(8,2) NOT NULL,
  paymeth VARCHAR(12) NOT NULL,
  PRIMARY KEY (invno, payseq)
);

BEGIN;

INSERT INTO cust (custno, custname, custtype, custaddr, city, regdt, paycust) VALUES
  (1, 'Bäckerei Sonnleitner', 'B', 'Hauptplatz 4', 'Graz', '2012-05-09', NULL),
  (2, 'Vesna Jurković', 'P', 'Ulica Lipa 22', 'Maribor', '2015-11-30', NULL),
  (3, 'Transport Oblak d.o.o.', 'B', 'Industrijska 8', 'Maribor', '2010-01-18', NULL),
  (4, 'Oblak Logistik GmbH', 'B', 'Bahnstraße 101', 'Graz', '2017-07-03', 3),
  (5, 'Giulia Brandolin', 'P', 'Via dei Tigli 7', 'Trieste', '2019-02-14', NULL),
  (6, 'Luca Brandolin', 'P', 'Via dei Tigli 7', 'Trieste', '2021-09-01', 5),
  (7, 'Erzsébet Halász', 'P', NULL, 'Szombathely', '2020-12-21', NULL),
  (8, 'Hotel Seeblick', 'B', 'Uferweg 1', 'Villach', '2014-04-25', NULL);

INSERT INTO rateplan (planid, plandesc, mthfee, inclmin, inclgb) VALUES
  ('P100', 'Smart 100', 9.90, 100, 5),
  ('P500', 'Smart 500', 19.90, 500, 20),
  ('PUNL', 'Smart Unlimited', 34.90, 99999, NULL),
  ('B300', 'Business 300', 15.00, 300, 10),
  ('BUNL', 'Business Unlimited', 42.00, 99999, NULL),
  ('DATA', 'Data only', 12.50, 0, 50);

INSERT INTO subscr (msisdn, custno, planid, actdt, ceasdt) VALUES
  ('43660000001', 1, 'B300', '2012-05-10', NULL),
  ('43660000002', 1, 'DATA', '2020-03-16', NULL),
  ('38640000003', 2, 'P100', '2015-11-30', NULL),
  ('38640000004', 3, 'BUNL', '2016-02-01', NULL),
  ('38640000005', 3, 'B300', '2010-01-18', '2022-12-31'),
  ('43660000006', 4, 'BUNL', '2017-07-04', NULL),
  ('39350000007', 5, 'P500', '2019-02-14', NULL),
  ('39350000008', 6, 'P100', '2021-09-01', NULL),
  ('36700000009', 7, 'PUNL', '2021-01-02', NULL),
  ('43660000010', 8, 'B300', '2014-04-25', '2019-06-30'),
  ('43660000011', 8, 'BUNL', '2019-07-01', NULL);

INSERT INTO addon (addonid, addonnam, mthfee) VALUES
  (1, 'EU roaming plus', 4.90), (2, 'Voicemail pro', 1.50), (3, 'Second SIM', 3.00),
  (4, 'Extra 10 GB', 6.00), (5, 'Device insurance', 5.50), (6, 'World calls', 9.00);

INSERT INTO subscraddon (msisdn, addonid, fromdt) VALUES
  ('43660000001', 2, '2013-01-01'), ('38640000003', 4, '2022-06-15'), ('38640000004', 1, '2017-03-01'),
  ('38640000004', 6, '2019-10-01'), ('43660000006', 1, '2017-08-01'), ('43660000006', 3, '2018-01-15'),
  ('39350000007', 5, '2022-11-24'), ('36700000009', 1, '2021-06-01'), ('36700000009', 5, '2021-01-02'),
  ('43660000011', 2, '2019-07-01');

INSERT INTO callrec (callid, msisdn, destno, destctry, startts, dursec, roaming, chrgamt) VALUES
  (1, '43660000001', '43316000111', 'AT', '2023-02-01 06:12:40', 95, 0, 0),
  (2, '43660000001', '38640000004', 'SI', '2023-02-01 09:30:05', 310, 0, 1.240),
  (3, '38640000003', '38640000077', 'SI', '2023-02-02 17:44:51', 1260, 0, 0),
  (4, '38640000004', '4915100000', 'DE', '2023-02-03 08:01:00', 540, 1, 0),
  (5, '38640000004', '90532000000', 'TR', '2023-02-03 11:20:30', 725, 1, 8.700),
  (6, '43660000006', '38640000004', 'SI', '2023-02-06 07:55:12', 61, 0, 0),
  (7, '39350000007', '39040000222', 'IT', '2023-02-06 20:10:00', 2405, 0, 0),
  (8, '39350000007', '54911000000', 'AR', '2023-02-11 21:00:45', 902, 0, 13.530),
  (9, '39350000008', '39350000007', 'IT', '2023-02-12 13:13:13', 48, 0, 0),
  (10, '36700000009', '36300000123', 'HU', '2023-02-14 18:22:09', 3120, 0, 0),
  (11, '36700000009', '43660000011', 'AT', '2023-02-18 10:05:00', 180, 1, 0.540),
  (12, '43660000011', '49891000000', 'DE', '2023-02-20 15:40:27', 415, 0, 0),
  (13, '43660000011', '44207000000', 'GB', '2023-02-21 09:09:09', 660, 0, 3.960),
  (14, '39350000008', '39333000000', 'IT', '2023-02-22 22:47:00', 0, 0, 0),
  (15, '38640000003', '38531000000', 'HR', '2023-02-24 12:00:00', 133, 1, 0.399),
  (16, '43660000001', '43316000111', 'AT', '2023-02-27 06:10:02', 120, 0, 0);

INSERT INTO invhdr (invno, custno, billdt, duedt, totamt) VALUES
  (70101, 1, '2023-02-01', '2023-02-15', 29.00), (70102, 2, '2023-02-01', '2023-02-15', 15.90),
  (70103, 3, '2023-02-01', '2023-02-28', 105.80), (70104, 5, '2023-02-01', '2023-02-15', 35.30),
  (70105, 7, '2023-02-01', '2023-02-15', 45.30), (70106, 8, '2023-02-01', '2023-02-28', 43.50),
  (70201, 1, '2023-03-01', '2023-03-15', 30.24), (70202, 2, '2023-03-01', '2023-03-15', 16.30),
  (70203, 3, '2023-03-01', '2023-03-31', 114.50), (70204, 5, '2023-03-01', '2023-03-15', 48.83),
  (70205, 7, '2023-03-01', '2023-03-15', 45.84), (70206, 8, '2023-03-01', '2023-03-31', 47.46);

INSERT INTO paymt (invno, payseq, paydt, payamt, paymeth) VALUES
  (70101, 1, '2023-02-14', 29.00, 'debit'), (70102, 1, '2023-02-20', 15.90, 'transfer'),
  (70103, 1, '2023-02-15', 60.00, 'transfer'), (70103, 2, '2023-02-27', 45.80, 'transfer'),
  (70104, 1, '2023-02-15', 35.30, 'card'), (70105, 1, '2023-03-09', 20.00, 'cash'),
  (70106, 1, '2023-02-28', 43.50, 'debit'), (70201, 1, '2023-03-14', 30.24, 'debit'),
  (70203, 1, '2023-03-30', 114.50, 'transfer'), (70204, 1, '2023-03-15', 48.83, 'card'),
  (70206, 1, '2023-04-04', 47.46, 'debit');

COMMIT;
