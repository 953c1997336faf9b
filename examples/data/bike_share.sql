-- A city bike sharing scheme: docking stations, bikes, riders and the plans they hold,
-- trips ridden and repairs done.
PRAGMA foreign_keys = ON;

CREATE TABLE station (
  station_id   INTEGER PRIMARY KEY,
  station_name TEXT NOT NULL UNIQUE,
  district     TEXT NOT NULL,
  dock_count   INTEGER NOT NULL CHECK (dock_count > 0),
  latitude     REAL NOT NULL,
  longitude    REAL NOT NULL,
  opened_on    DATE
);

CREATE TABLE bike (
  bike_id         INTEGER PRIMARY KEY,
  frame_no        TEXT NOT NULL UNIQUE,
  kind            TEXT NOT NULL DEFAULT 'classic' CHECK (kind IN ('classic', 'electric', 'cargo')),
  in_service_from DATE NOT NULL,
  retired_on      DATE,
  current_station INTEGER REFERENCES station (station_id)
);

CREATE TABLE plan (
  plan_code      TEXT PRIMARY KEY,
  plan_name      TEXT NOT NULL,
  price_eur      DECIMAL(6,2) NOT NULL,
  valid_days     INTEGER NOT NULL,
  free_minutes   INTEGER NOT NULL DEFAULT 30
);

CREATE TABLE rider (
  rider_id    INTEGER PRIMARY KEY,
  nickname    TEXT NOT NULL,
  birth_year  INTEGER,
  phone       TEXT UNIQUE,
  signed_up   DATE NOT NULL,
  referred_by INTEGER REFERENCES rider (rider_id)
);

CREATE TABLE rider_plan (
  rider_id   INTEGER NOT NULL REFERENCES rider (rider_id),
  plan_code  TEXT NOT NULL REFERENCES plan (plan_code),
  start_date DATE NOT NULL,
  auto_renew BOOLEAN NOT NULL DEFAULT 0,
  PRIMARY KEY (rider_id, plan_code, start_date)
);

CREATE TABLE trip (
  trip_id       INTEGER PRIMARY KEY,
  bike_id       INTEGER NOT NULL REFERENCES bike (bike_id),
  rider_id      INTEGER NOT NULL REFERENCES rider (rider_id),
  start_station INTEGER NOT NULL REFERENCES station (station_id),
  end_station   INTEGER REFERENCES station (station_id),
  started_at    DATETIME NOT NULL,
  ended_at      DATETIME,
  distance_km   REAL,
  stars         INTEGER CHECK (stars BETWEEN 1 AND 5)
);

CREATE TABLE repair (
  repair_id   INTEGER PRIMARY KEY,
  bike_id     INTEGER NOT NULL REFERENCES bike (bike_id),
  reported_on DATE NOT NULL,
  fixed_on    DATE,
  part        TEXT NOT NULL,
  mechanic    TEXT,
  cost_eur    DECIMAL(7,2)
);

BEGIN;

INSERT INTO station (station_id, station_name, district, dock_count, latitude, longitude, opened_on) VALUES
  (1, 'Praça do Rossio', 'Baixa', 24, 38.7139, -9.1394, '2017-06-01'),
  (2, 'Cais Norte', 'Beira-Rio', 30, 38.7683, -9.0920, '2017-06-01'),
  (3, 'Jardim da Estrela', 'Estrela', 16, 38.7146, -9.1602, '2017-09-15'),
  (4, 'Mercado Velho', 'Baixa', 20, 38.7069, -9.1458, '2018-03-20'),
  (5, 'Faculdade', 'Campo Alto', 36, 38.7526, -9.1577, '2018-10-01'),
  (6, 'Mirante', 'Graça', 12, 38.7196, -9.1323, '2021-04-12'),
  (7, 'Estádio', 'Campo Alto', 28, 38.7610, -9.1611, NULL);

INSERT INTO bike (bike_id, frame_no, kind, in_service_from, retired_on, current_station) VALUES
  (201, 'BK-7Q01', 'classic', '2017-06-01', '2022-08-31', NULL),
  (202, 'BK-7Q02', 'classic', '2017-06-01', NULL, 1),
  (203, 'BK-7Q03', 'classic', '2018-03-20', NULL, 4),
  (204, 'EL-1001', 'electric', '2020-05-05', NULL, 5),
  (205, 'EL-1002', 'electric', '2020-05-05', NULL, 2),
  (206, 'EL-1003', 'electric', '2021-04-12', NULL, NULL),
  (207, 'CG-0001', 'cargo', '2022-01-10', NULL, 4),
  (208, 'EL-1004', 'electric', '2022-06-15', NULL, 6),
  (209, 'BK-7Q09', 'classic', '2019-07-07', '2023-02-14', NULL);

INSERT INTO plan (plan_code, plan_name, price_eur, valid_days, free_minutes) VALUES
  ('DAY', 'Day pass', 4.50, 1, 30),
  ('WEEK', 'Week pass', 12.00, 7, 30),
  ('MONTH', 'Monthly', 19.90, 30, 45),
  ('YEAR', 'Annual', 89.00, 365, 45),
  ('STUD', 'Student annual', 49.00, 365, 45),
  ('BIZ', 'Company', 120.00, 365, 60);

INSERT INTO rider (rider_id, nickname, birth_year, phone, signed_up, referred_by) VALUES
  (1, 'tiago_m', 1994, '+351 900 000 101', '2018-02-11', NULL),
  (2, 'Beatriz', 2001, '+351 900 000 102', '2020-09-20', 1),
  (3, 'oldwheels', 1957, NULL, '2017-06-03', NULL),
  (4, 'Joãozinho', 1988, '+351 900 000 104', '2021-05-30', 1),
  (5, 'Анна', 1996, '+351 900 000 105', '2022-07-19', 2),
  (6, 'cargo_queen', 1983, '+351 900 000 106', '2022-01-15', NULL),
  (7, 'Lucía', NULL, '+351 900 000 107', '2022-11-02', 4),
  (8, 'visitor88', NULL, NULL, '2023-03-25', NULL);

INSERT INTO rider_plan (rider_id, plan_code, start_date, auto_renew) VALUES
  (1, 'YEAR', '2022-02-11', 1), (1, 'YEAR', '2023-02-11', 1),
  (2, 'STUD', '2022-09-20', 0), (3, 'YEAR', '2022-06-03', 1),
  (4, 'MONTH', '2023-03-01', 1), (4, 'MONTH', '2023-03-31', 1),
  (5, 'STUD', '2022-09-01', 1), (6, 'BIZ', '2023-01-15', 1),
  (7, 'WEEK', '2023-03-20', 0), (8, 'DAY', '2023-03-25', 0);

INSERT INTO trip (trip_id, bike_id, rider_id, start_station, end_station, started_at, ended_at, distance_km, stars) VALUES
  (1, 202, 1, 1, 4, '2023-03-20 08:02', '2023-03-20 08:13', 1.9, 5),
  (2, 204, 2, 5, 2, '2023-03-20 08:40', '2023-03-20 09:04', 6.8, 4),
  (3, 203, 3, 4, 3, '2023-03-20 10:15', '2023-03-20 10:33', 2.4, NULL),
  (4, 205, 4, 2, 1, '2023-03-20 17:50', '2023-03-20 18:21', 8.1, 3),
  (5, 207, 6, 4, 4, '2023-03-21 09:00', '2023-03-21 10:12', 9.6, 5),
  (6, 204, 5, 2, 5, '2023-03-21 09:30', '2023-03-21 09:52', 6.7, 5),
  (7, 206, 7, 6, 1, '2023-03-21 11:11', '2023-03-21 11:17', 1.5, NULL),
  (8, 208, 1, 1, 6, '2023-03-22 07:58', '2023-03-22 08:08', 1.6, 4),
  (9, 209, 3, 3, 4, '2023-03-22 10:20', '2023-03-22 10:41', 2.5, 2),
  (10, 204, 2, 5, 7, '2023-03-22 12:00', '2023-03-22 12:09', 1.4, NULL),
  (11, 205, 4, 1, 2, '2023-03-23 08:05', '2023-03-23 08:37', 8.0, 4),
  (12, 202, 7, 1, 3, '2023-03-23 15:45', '2023-03-23 16:02', 2.2, 4),
  (13, 207, 6, 4, 2, '2023-03-24 09:10', '2023-03-24 09:58', 8.8, 5),
  (14, 208, 1, 6, 1, '2023-03-24 18:31', '2023-03-24 18:38', 1.6, 5),
  (15, 203, 8, 3, 1, '2023-03-25 13:00', '2023-03-25 13:40', 3.9, 1),
  (16, 205, 8, 1, 2, '2023-03-25 14:02', '2023-03-25 14:55', 8.4, 2),
  (17, 204, 5, 5, 5, '2023-03-25 16:00', '2023-03-25 16:34', 7.7, NULL),
  (18, 206, 2, 1, NULL, '2023-03-26 23:48', NULL, NULL, NULL);

INSERT INTO repair (repair_id, bike_id, reported_on, fixed_on, part, mechanic, cost_eur) VALUES
  (1, 201, '2022-08-12', NULL, 'frame', NULL, NULL),
  (2, 202, '2022-10-03', '2022-10-05', 'brake', 'Rui', 14.00),
  (3, 204, '2022-12-19', '2023-01-04', 'battery', 'Conceição', 210.50),
  (4, 205, '2023-01-22', '2023-01-23', 'tyre', 'Rui', 18.90),
  (5, 209, '2023-02-10', NULL, 'fork', NULL, NULL),
  (6, 206, '2023-02-27', '2023-03-06', 'battery', 'Conceição', 198.00),
  (7, 203, '2023-03-25', '2023-03-27', 'brake', 'Ömer', 16.40),
  (8, 206, '2023-03-27', NULL, 'lock', NULL, NULL);

COMMIT;
