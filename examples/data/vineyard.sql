-- A wine estate and its shop: grape varieties, plots, wines and their blends,
-- tasting notes, customers and what they ordered.
PRAGMA foreign_keys = ON;

CREATE TABLE grape (
  grape_id        INTEGER PRIMARY KEY,
  name            TEXT NOT NULL UNIQUE,
  colour          TEXT NOT NULL CHECK (colour IN ('red', 'white')),
  parent_grape_id INTEGER REFERENCES grape (grape_id)
);

CREATE TABLE plot (
  plot_id      INTEGER PRIMARY KEY,
  plot_name    TEXT NOT NULL,
  grape_id     INTEGER NOT NULL REFERENCES grape (grape_id),
  area_ha      REAL NOT NULL CHECK (area_ha > 0),
  soil         TEXT,
  planted_year INTEGER
);

CREATE TABLE wine (
  wine_id          INTEGER PRIMARY KEY,
  label            TEXT NOT NULL,
  vintage          INTEGER,
  style            TEXT NOT NULL,
  alcohol_pct      REAL,
  bottle_price     DECIMAL(8,2) NOT NULL,
  bottles_in_stock INTEGER NOT NULL DEFAULT 0,
  UNIQUE (label, vintage)
);

CREATE TABLE wine_grape (
  wine_id   INTEGER NOT NULL REFERENCES wine (wine_id),
  grape_id  INTEGER NOT NULL REFERENCES grape (grape_id),
  share_pct INTEGER NOT NULL CHECK (share_pct BETWEEN 1 AND 100),
  PRIMARY KEY (wine_id, grape_id)
);

CREATE TABLE tasting_note (
  note_id   INTEGER PRIMARY KEY,
  wine_id   INTEGER NOT NULL REFERENCES wine (wine_id),
  taster    TEXT NOT NULL,
  rating    INTEGER CHECK (rating BETWEEN 50 AND 100),
  tasted_on DATE NOT NULL,
  remark    TEXT
);

CREATE TABLE customer (
  customer_id    INTEGER PRIMARY KEY,
  full_name      TEXT NOT NULL,
  email          TEXT UNIQUE,
  city           TEXT NOT NULL,
  country        TEXT NOT NULL,
  joined_on      DATE NOT NULL,
  is_club_member BOOLEAN NOT NULL DEFAULT 0
);

CREATE TABLE customer_order (
  order_id    INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customer (customer_id),
  ordered_on  DATE NOT NULL,
  shipped_on  DATE,
  status      TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'shipped', 'cancelled'))
);

CREATE TABLE order_line (
  order_id   INTEGER NOT NULL REFERENCES customer_order (order_id),
  line_no    INTEGER NOT NULL,
  wine_id    INTEGER NOT NULL REFERENCES wine (wine_id),
  quantity   INTEGER NOT NULL CHECK (quantity > 0),
  unit_price DECIMAL(8,2) NOT NULL,
  PRIMARY KEY (order_id, line_no)
);

BEGIN;

INSERT INTO grape (grape_id, name, colour, parent_grape_id) VALUES
  (1, 'Pinot noir', 'red', NULL),
  (2, 'Chardonnay', 'white', 1),
  (3, 'Gamay', 'red', 1),
  (4, 'Riesling', 'white', NULL),
  (5, 'Müller-Thurgau', 'white', 4),
  (6, 'Blaufränkisch', 'red', NULL),
  (7, 'Zweigelt', 'red', 6),
  (8, 'Grüner Veltliner', 'white', NULL);

INSERT INTO plot (plot_id, plot_name, grape_id, area_ha, soil, planted_year) VALUES
  (1, 'Steinleiten', 4, 2.4, 'slate', 1987),
  (2, 'Oberer Hang', 8, 3.1, 'loess', 1994),
  (3, 'Kirchfeld', 1, 1.6, 'limestone', 2001),
  (4, 'Am Bach', 7, 2.0, 'clay', 1998),
  (5, 'Rosengarten', 2, 1.2, 'limestone', 2009),
  (6, 'Alte Reben', 6, 0.8, 'slate', 1962),
  (7, 'Südblick', 4, 1.5, NULL, 2015),
  (8, 'Neuland', 3, 0.6, 'gravel', NULL);

INSERT INTO wine (wine_id, label, vintage, style, alcohol_pct, bottle_price, bottles_in_stock) VALUES
  (1, 'Steinleiten Riesling', 2020, 'dry', 12.5, 14.50, 320),
  (2, 'Steinleiten Riesling', 2021, 'dry', 12.0, 15.00, 910),
  (3, 'Spätlese Südblick', 2019, 'sweet', 9.5, 22.00, 84),
  (4, 'Kirchfeld', 2018, 'dry', 13.5, 28.90, 0),
  (5, 'Kirchfeld', 2020, 'dry', 13.0, 26.50, 240),
  (6, 'Cuvée Abendrot', 2021, 'dry', 13.0, 17.80, 430),
  (7, 'Hauswein weiß', NULL, 'dry', 11.5, 6.90, 2600),
  (8, 'Rosé vom Bach', 2022, 'off-dry', 12.0, 9.20, 760),
  (9, 'Crémant Rosengarten', 2019, 'sparkling', 12.5, 19.00, 150),
  (10, 'Alte Reben', 2017, 'dry', 14.0, 41.00, 36),
  (11, 'Eiswein', 2022, 'sweet', 8.0, 38.00, 60);

INSERT INTO wine_grape (wine_id, grape_id, share_pct) VALUES
  (1, 4, 100), (2, 4, 100), (3, 4, 100), (4, 1, 100), (5, 1, 100),
  (6, 7, 60), (6, 6, 30), (6, 1, 10),
  (7, 8, 70), (7, 5, 30),
  (8, 7, 85), (8, 3, 15),
  (9, 2, 65), (9, 1, 35),
  (10, 6, 100), (11, 4, 100);

INSERT INTO tasting_note (note_id, wine_id, taster, rating, tasted_on, remark) VALUES
  (1, 1, 'Hélène Marchetti', 89, '2022-03-12', 'Green apple, wet stone, long finish'),
  (2, 1, 'Jonas Wieland', 91, '2022-03-12', NULL),
  (3, 2, 'Jonas Wieland', 88, '2023-02-03', 'Lean, needs a year'),
  (4, 3, 'Hélène Marchetti', 94, '2021-09-20', 'Apricot and honey'),
  (5, 4, 'Priya Raman', 92, '2021-11-05', 'Cherry, smoke'),
  (6, 5, 'Priya Raman', 87, '2022-11-11', NULL),
  (7, 6, 'Jonas Wieland', 85, '2023-02-03', 'Easy, peppery'),
  (8, 7, 'Hélène Marchetti', NULL, '2023-04-18', 'Not rated: table wine'),
  (9, 9, 'Tomáš Beneš', 90, '2022-12-30', 'Fine bubbles, brioche'),
  (10, 10, 'Priya Raman', 96, '2021-11-05', 'The best bottle of the estate'),
  (11, 10, 'Tomáš Beneš', 93, '2022-12-30', NULL);

INSERT INTO customer (customer_id, full_name, email, city, country, joined_on, is_club_member) VALUES
  (1, 'Sven Åkerlund', 'sven.akerlund@example.org', 'Malmö', 'Sweden', '2018-05-02', 1),
  (2, 'Greta Obermoser', 'greta.o@example.org', 'Salzburg', 'Austria', '2016-10-14', 1),
  (3, 'Marie Lefort', 'marie.lefort@example.net', 'Lyon', 'France', '2020-01-23', 0),
  (4, 'Gasthof Zur Post', 'kueche@gasthof-post.example', 'Linz', 'Austria', '2015-03-30', 0),
  (5, 'David Ashworth', NULL, 'Leeds', 'United Kingdom', '2021-06-08', 0),
  (6, 'Yuki Tanabe', 'yuki@example.com', '大阪', 'Japan', '2019-09-17', 1),
  (7, 'Łukasz Wróbel', 'lwrobel@example.com', 'Kraków', 'Poland', '2022-02-01', 0),
  (8, 'Franziska Egger', 'f.egger@example.org', 'Salzburg', 'Austria', '2022-11-19', 1);

INSERT INTO customer_order (order_id, customer_id, ordered_on, shipped_on, status) VALUES
  (501, 1, '2022-04-03', '2022-04-06', 'shipped'),
  (502, 2, '2022-05-11', '2022-05-12', 'shipped'),
  (503, 4, '2022-05-30', '2022-06-02', 'shipped'),
  (504, 3, '2022-08-14', NULL, 'cancelled'),
  (505, 6, '2022-10-01', '2022-10-09', 'shipped'),
  (506, 4, '2022-12-05', '2022-12-07', 'shipped'),
  (507, 2, '2023-01-19', '2023-01-20', 'shipped'),
  (508, 8, '2023-02-25', '2023-03-01', 'shipped'),
  (509, 7, '2023-05-06', NULL, 'open'),
  (510, 1, '2023-05-08', NULL, 'open');

INSERT INTO order_line (order_id, line_no, wine_id, quantity, unit_price) VALUES
  (501, 1, 1, 12, 14.50), (501, 2, 8, 6, 9.20),
  (502, 1, 4, 3, 28.90), (502, 2, 9, 6, 19.00),
  (503, 1, 7, 120, 6.20), (503, 2, 6, 24, 16.90),
  (504, 1, 10, 1, 41.00),
  (505, 1, 3, 6, 22.00), (505, 2, 10, 2, 41.00), (505, 3, 2, 6, 15.00),
  (506, 1, 7, 90, 6.20), (506, 2, 9, 12, 18.00),
  (507, 1, 5, 6, 26.50),
  (508, 1, 1, 6, 14.50), (508, 2, 6, 6, 17.80),
  (509, 1, 8, 18, 9.20),
  (510, 1, 2, 12, 15.00), (510, 2, 10, 1, 41.00);

COMMIT;
