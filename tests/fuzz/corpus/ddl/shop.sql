-- A shop.
PRAGMA foreign_keys = ON;
BEGIN;
CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL CHECK (trim(name) <> ''), born DATE);
CREATE TABLE sale (day DATE, buyer INT REFERENCES customer, total REAL DEFAULT 0, tax AS (total * 0.2) STORED,
  PRIMARY KEY (day, buyer)) WITHOUT ROWID;
CREATE TABLE item (day, buyer, what TEXT, FOREIGN KEY (day, buyer) REFERENCES sale (day, buyer));
INSERT INTO customer (name) VALUES ('Ann'), ('Bob'), (x'436172c3b6');
INSERT INTO sale (day, buyer, total) SELECT '2024-01-0' || id, id, id * 2.5 FROM customer;
CREATE INDEX by_name ON customer (lower(name));
CREATE VIEW spent AS SELECT buyer, sum(total) FROM sale GROUP BY buyer;
CREATE TRIGGER gone AFTER DELETE ON customer BEGIN DELETE FROM sale WHERE buyer = OLD.id; END;
UPDATE customer SET born = date('2000-01-01'); DELETE FROM customer WHERE id = 3;
COMMIT;
