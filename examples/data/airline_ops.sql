-- Day-to-day operations of a small airline: airports, aircraft, flights, the crew that
-- works them and the seats that are booked.
PRAGMA foreign_keys = ON;

CREATE TABLE airport (
  iataCode    CHAR(3) PRIMARY KEY,
  airportName TEXT NOT NULL,
  city        TEXT NOT NULL,
  country     TEXT NOT NULL,
  elevationM  INTEGER
);

CREATE TABLE aircraftModel (
  modelId      INTEGER PRIMARY KEY,
  manufacturer TEXT NOT NULL,
  modelName    TEXT NOT NULL UNIQUE,
  seatCount    INTEGER NOT NULL CHECK (seatCount > 0),
  rangeKm      INTEGER
);

CREATE TABLE aircraft (
  tailNumber    TEXT PRIMARY KEY,
  modelId       INTEGER NOT NULL REFERENCES aircraftModel (modelId),
  deliveredOn   DATE NOT NULL,
  lastCheckDate DATE,
  isLeased      BOOLEAN NOT NULL DEFAULT 0
);

CREATE TABLE flight (
  flightId           INTEGER PRIMARY KEY,
  flightNumber       TEXT NOT NULL,
  tailNumber         TEXT REFERENCES aircraft (tailNumber),
  originCode         CHAR(3) NOT NULL REFERENCES airport (iataCode),
  destinationCode    CHAR(3) NOT NULL REFERENCES airport (iataCode),
  scheduledDeparture DATETIME NOT NULL,
  actualDeparture    DATETIME,
  delayMinutes       INTEGER NOT NULL DEFAULT 0,
  flightStatus       TEXT NOT NULL CHECK (flightStatus IN ('landed', 'cancelled', 'scheduled')),
  UNIQUE (flightNumber, scheduledDeparture),
  CHECK (originCode <> destinationCode)
);

CREATE TABLE crewMember (
  crewId      INTEGER PRIMARY KEY,
  fullName    TEXT NOT NULL,
  jobTitle    TEXT NOT NULL,
  homeBase    CHAR(3) NOT NULL REFERENCES airport (iataCode),
  mentorId    INTEGER REFERENCES crewMember (crewId),
  flightHours INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE flightCrew (
  flightId INTEGER NOT NULL REFERENCES flight (flightId),
  crewId   INTEGER NOT NULL REFERENCES crewMember (crewId),
  dutyRole TEXT NOT NULL,
  PRIMARY KEY (flightId, crewId)
);

CREATE TABLE seatBooking (
  bookingId     INTEGER PRIMARY KEY,
  flightId      INTEGER NOT NULL REFERENCES flight (flightId),
  passengerName TEXT NOT NULL,
  seatLabel     TEXT,
  cabinClass    TEXT NOT NULL DEFAULT 'economy',
  farePaid      NUMERIC(8,2) NOT NULL,
  bookedAt      DATETIME NOT NULL,
  UNIQUE (flightId, seatLabel)
);

BEGIN;

INSERT INTO airport (iataCode, airportName, city, country, elevationM) VALUES
  ('BGO', 'Bergen Flesland', 'Bergen', 'Norway', 50),
  ('OSL', 'Oslo Gardermoen', 'Oslo', 'Norway', 208),
  ('TOS', 'Tromsø Langnes', 'Tromsø', 'Norway', 9),
  ('CPH', 'København Kastrup', 'Copenhagen', 'Denmark', 5),
  ('KEF', 'Keflavík', 'Reykjavík', 'Iceland', 52),
  ('GVA', 'Genève Cointrin', 'Geneva', 'Switzerland', 430),
  ('EDI', 'Edinburgh Turnhouse', 'Edinburgh', 'United Kingdom', 41);

INSERT INTO aircraftModel (modelId, manufacturer, modelName, seatCount, rangeKm) VALUES
  (1, 'Airbus', 'A320neo', 180, 6300),
  (2, 'Airbus', 'A220-300', 140, 6200),
  (3, 'ATR', 'ATR 72-600', 70, 1500),
  (4, 'Embraer', 'E190-E2', 106, 5300),
  (5, 'De Havilland', 'Dash 8-400', 78, NULL),
  (6, 'Airbus', 'A321LR', 206, 7400);

INSERT INTO aircraft (tailNumber, modelId, deliveredOn, lastCheckDate, isLeased) VALUES
  ('LN-AVA', 1, '2018-04-12', '2023-03-02', 0),
  ('LN-AVB', 1, '2019-01-25', '2023-01-17', 1),
  ('LN-BRA', 2, '2021-06-30', '2023-04-05', 1),
  ('LN-DUA', 3, '2014-09-08', '2022-12-11', 0),
  ('LN-DUB', 3, '2014-10-19', '2023-02-20', 0),
  ('LN-EKA', 4, '2020-02-03', NULL, 1),
  ('LN-FJA', 5, '2009-05-27', '2022-11-30', 0);

INSERT INTO flight (flightId, flightNumber, tailNumber, originCode, destinationCode, scheduledDeparture, actualDeparture, delayMinutes, flightStatus) VALUES
  (1, 'NK101', 'LN-AVA', 'OSL', 'CPH', '2023-05-01 06:40', '2023-05-01 06:44', 4, 'landed'),
  (2, 'NK102', 'LN-AVA', 'CPH', 'OSL', '2023-05-01 09:10', '2023-05-01 09:58', 48, 'landed'),
  (3, 'NK310', 'LN-DUA', 'BGO', 'TOS', '2023-05-01 07:15', '2023-05-01 07:15', 0, 'landed'),
  (4, 'NK311', 'LN-DUA', 'TOS', 'BGO', '2023-05-01 11:05', NULL, 0, 'cancelled'),
  (5, 'NK520', 'LN-BRA', 'OSL', 'GVA', '2023-05-01 12:30', '2023-05-01 12:51', 21, 'landed'),
  (6, 'NK521', 'LN-BRA', 'GVA', 'OSL', '2023-05-01 16:20', '2023-05-01 17:55', 95, 'landed'),
  (7, 'NK740', 'LN-AVB', 'OSL', 'KEF', '2023-05-02 08:00', '2023-05-02 08:07', 7, 'landed'),
  (8, 'NK741', 'LN-AVB', 'KEF', 'OSL', '2023-05-02 14:25', '2023-05-02 15:40', 75, 'landed'),
  (9, 'NK101', 'LN-AVA', 'OSL', 'CPH', '2023-05-02 06:40', '2023-05-02 06:40', 0, 'landed'),
  (10, 'NK630', 'LN-EKA', 'BGO', 'EDI', '2023-05-02 10:10', '2023-05-02 10:32', 22, 'landed'),
  (11, 'NK631', 'LN-EKA', 'EDI', 'BGO', '2023-05-02 13:00', '2023-05-02 13:05', 5, 'landed'),
  (12, 'NK310', 'LN-DUB', 'BGO', 'TOS', '2023-05-03 07:15', NULL, 0, 'cancelled'),
  (13, 'NK520', 'LN-BRA', 'OSL', 'GVA', '2023-05-03 12:30', NULL, 0, 'scheduled'),
  (14, 'NK900', NULL, 'TOS', 'KEF', '2023-05-04 09:00', NULL, 0, 'scheduled');

INSERT INTO crewMember (crewId, fullName, jobTitle, homeBase, mentorId, flightHours) VALUES
  (1, 'Astrid Møllerud', 'Captain', 'OSL', NULL, 11240),
  (2, 'Kristoffer Dahle', 'First Officer', 'OSL', 1, 2310),
  (3, 'Élodie Perrachon', 'Captain', 'GVA', NULL, 9020),
  (4, 'Hrafn Ísleifsson', 'First Officer', 'KEF', 3, 1480),
  (5, 'Sunniva Lie', 'Purser', 'BGO', NULL, 6400),
  (6, 'Marek Zieliński', 'Cabin Attendant', 'OSL', 5, 1900),
  (7, 'Fatou Ndiaye', 'Cabin Attendant', 'CPH', 5, 2750),
  (8, 'Iain Galbraith', 'Captain', 'BGO', NULL, 13875),
  (9, 'Ragnhild Sæther', 'First Officer', 'BGO', 8, 640),
  (10, 'Oskar Lindqvist', 'Cabin Attendant', 'OSL', 6, 120);

INSERT INTO flightCrew (flightId, crewId, dutyRole) VALUES
  (1, 1, 'commander'), (1, 2, 'co-pilot'), (1, 6, 'cabin'), (1, 7, 'cabin'),
  (2, 1, 'commander'), (2, 2, 'co-pilot'), (2, 6, 'cabin'),
  (3, 8, 'commander'), (3, 9, 'co-pilot'), (3, 5, 'cabin lead'),
  (5, 3, 'commander'), (5, 2, 'co-pilot'), (5, 7, 'cabin'),
  (6, 3, 'commander'), (6, 4, 'co-pilot'), (6, 7, 'cabin'),
  (7, 1, 'commander'), (7, 4, 'co-pilot'), (7, 6, 'cabin'), (7, 10, 'cabin'),
  (8, 1, 'commander'), (8, 4, 'co-pilot'), (8, 6, 'cabin'),
  (10, 8, 'commander'), (10, 9, 'co-pilot'), (10, 5, 'cabin lead'),
  (11, 8, 'commander'), (11, 9, 'co-pilot');

INSERT INTO seatBooking (bookingId, flightId, passengerName, seatLabel, cabinClass, farePaid, bookedAt) VALUES
  (1, 1, 'Nora Brekke', '4A', 'economy', 89.00, '2023-03-11 18:02'),
  (2, 1, 'José Manuel Ortega', '4B', 'economy', 94.50, '2023-04-20 09:47'),
  (3, 1, 'Birgit Sandvik', '1C', 'business', 260.00, '2023-04-28 07:30'),
  (4, 2, 'Anders Kjær', '10F', 'economy', 79.00, '2023-02-19 21:15'),
  (5, 3, 'Máret Somby', '7D', 'economy', 145.00, '2023-04-02 12:00'),
  (6, 4, 'Håkon Vik', '2A', 'economy', 139.00, '2023-04-06 16:41'),
  (7, 5, 'Claire Vuilleumier', '1A', 'business', 415.00, '2023-03-30 08:08'),
  (8, 5, 'Nora Brekke', '15C', 'economy', 132.00, '2023-04-11 10:26'),
  (9, 6, 'Nora Brekke', '16C', 'economy', 128.00, '2023-04-11 10:26'),
  (10, 7, 'Guðrún Jónsdóttir', '3F', 'economy', 159.00, '2023-01-28 14:55'),
  (11, 7, 'Tom Hartley', NULL, 'economy', 171.00, '2023-05-01 22:12'),
  (12, 8, 'Priit Tamm', '2C', 'business', 388.00, '2023-04-19 13:37'),
  (13, 10, 'Fiona Dunbar', '8A', 'economy', 101.00, '2023-03-03 19:20'),
  (14, 11, 'Fiona Dunbar', '8A', 'economy', 97.00, '2023-03-03 19:20'),
  (15, 13, 'Claire Vuilleumier', '1A', 'business', 402.00, '2023-04-29 11:11'),
  (16, 13, 'Yusuf Demirel', '22D', 'economy', 118.00, '2023-05-02 06:59');

COMMIT;
