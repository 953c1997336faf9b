-- An agency that lets homes: owners, properties and their amenities, tenants, leases,
-- rent payments and reviews. Names carry the tbl prefix of a desktop database.
PRAGMA foreign_keys = ON;

CREATE TABLE tblOwner (
  OwnerID    INTEGER PRIMARY KEY,
  OwnerName  TEXT NOT NULL,
  Email      TEXT UNIQUE,
  IsCompany  BOOLEAN NOT NULL DEFAULT 0
);

CREATE TABLE tblProperty (
  PropertyID   INTEGER PRIMARY KEY,
  OwnerID      INTEGER NOT NULL REFERENCES tblOwner (OwnerID),
  Street       TEXT NOT NULL,
  PostCode     TEXT NOT NULL,
  City         TEXT NOT NULL,
  PropertyType TEXT NOT NULL CHECK (PropertyType IN ('flat', 'house', 'studio')),
  Bedrooms     INTEGER NOT NULL,
  FloorAreaM2  REAL,
  AskingRent   DECIMAL(7,2) NOT NULL,
  BuildingID   INTEGER REFERENCES tblProperty (PropertyID)
);

CREATE TABLE tblAmenity (
  AmenityID   INTEGER PRIMARY KEY,
  AmenityName TEXT NOT NULL UNIQUE
);

CREATE TABLE tblPropertyAmenity (
  PropertyID INTEGER NOT NULL REFERENCES tblProperty (PropertyID),
  AmenityID  INTEGER NOT NULL REFERENCES tblAmenity (AmenityID),
  PRIMARY KEY (PropertyID, AmenityID)
);

CREATE TABLE tblTenant (
  TenantID    INTEGER PRIMARY KEY,
  TenantName  TEXT NOT NULL,
  Phone       TEXT,
  Occupation  TEXT,
  HasPets     BOOLEAN NOT NULL DEFAULT 0
);

CREATE TABLE tblLease (
  LeaseID      INTEGER PRIMARY KEY,
  PropertyID   INTEGER NOT NULL REFERENCES tblProperty (PropertyID),
  TenantID     INTEGER NOT NULL REFERENCES tblTenant (TenantID),
  StartDate    DATE NOT NULL,
  EndDate      DATE,
  MonthlyRent  DECIMAL(7,2) NOT NULL,
  Deposit      DECIMAL(7,2),
  CHECK (EndDate IS NULL OR EndDate > StartDate)
);

CREATE TABLE tblRentPayment (
  LeaseID    INTEGER NOT NULL REFERENCES tblLease (LeaseID),
  RentMonth  TEXT NOT NULL,
  PaidOn     DATE,
  AmountPaid DECIMAL(7,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (LeaseID, RentMonth)
);

CREATE TABLE tblReview (
  ReviewID   INTEGER PRIMARY KEY,
  LeaseID    INTEGER NOT NULL REFERENCES tblLease (LeaseID),
  Rating     INTEGER NOT NULL CHECK (Rating BETWEEN 1 AND 5),
  ReviewText TEXT,
  WrittenOn  DATE NOT NULL
);

BEGIN;

INSERT INTO tblOwner (OwnerID, OwnerName, Email, IsCompany) VALUES
  (1, 'Deirdre Callaghan', 'dcallaghan@example.com', 0),
  (2, 'Liffey Estates Ltd', 'office@liffey-estates.example', 1),
  (3, 'Marek Dvořák', 'marek.d@example.org', 0),
  (4, 'Ó Briain Family Trust', NULL, 1),
  (5, 'Sunita Kapoor', 'sunita.k@example.net', 0),
  (6, 'Jean-Luc Fabre', 'jlf@example.net', 0);

INSERT INTO tblProperty (PropertyID, OwnerID, Street, PostCode, City, PropertyType, Bedrooms, FloorAreaM2, AskingRent, BuildingID) VALUES
  (1, 2, '12 Tannery Row', 'D08 X1Y2', 'Dublin', 'house', 6, 240.0, 4200.00, NULL),
  (2, 2, '12A Tannery Row', 'D08 X1Y3', 'Dublin', 'flat', 2, 68.0, 1950.00, 1),
  (3, 2, '12B Tannery Row', 'D08 X1Y4', 'Dublin', 'studio', 0, 31.5, 1300.00, 1),
  (4, 1, '7 Strawberry Lane', 'T12 A4B5', 'Cork', 'house', 3, 112.0, 1750.00, NULL),
  (5, 3, '41 Quay Street', 'H91 C6D7', 'Galway', 'flat', 1, 46.0, 1250.00, NULL),
  (6, 4, 'Teach na Trá', 'V92 E8F9', 'Dingle', 'house', 4, 158.0, 1600.00, NULL),
  (7, 5, '3 Orchard Close', 'T12 G1H2', 'Cork', 'flat', 2, 74.5, 1480.00, NULL),
  (8, 6, '90 Abbey View', 'H91 J3K4', 'Galway', 'house', 3, NULL, 1820.00, NULL),
  (9, 5, '18 Mill Parade', 'D04 L5M6', 'Dublin', 'flat', 3, 96.0, 2650.00, NULL);

INSERT INTO tblAmenity (AmenityID, AmenityName) VALUES
  (1, 'garden'), (2, 'parking'), (3, 'balcony'), (4, 'dishwasher'), (5, 'lift'), (6, 'sea view'), (7, 'furnished');

INSERT INTO tblPropertyAmenity (PropertyID, AmenityID) VALUES
  (1, 1), (1, 2), (2, 4), (2, 7), (3, 7), (4, 1), (4, 2), (4, 4), (5, 3), (5, 6), (5, 7),
  (6, 1), (6, 2), (6, 6), (7, 2), (7, 3), (8, 1), (9, 2), (9, 4), (9, 5);

INSERT INTO tblTenant (TenantID, TenantName, Phone, Occupation, HasPets) VALUES
  (1, 'Aisling Keogh', '+353 80 000 0001', 'nurse', 0),
  (2, 'Paulo Andrade', '+353 80 000 0002', 'chef', 0),
  (3, 'Wei Ling Goh', '+353 80 000 0003', 'software developer', 1),
  (4, 'Fergal Mac Cárthaigh', NULL, 'teacher', 1),
  (5, 'Katarzyna Lis', '+353 80 000 0005', 'student', 0),
  (6, 'Hugo Brennan', '+353 80 000 0006', NULL, 0),
  (7, 'Oluwaseun Bello', '+353 80 000 0007', 'pharmacist', 1),
  (8, 'Niamh Tierney', '+353 80 000 0008', 'teacher', 0);

INSERT INTO tblLease (LeaseID, PropertyID, TenantID, StartDate, EndDate, MonthlyRent, Deposit) VALUES
  (1, 2, 1, '2021-09-01', '2022-08-31', 1850.00, 1850.00),
  (2, 2, 3, '2022-09-15', NULL, 1950.00, 1950.00),
  (3, 3, 5, '2022-10-01', '2023-06-30', 1250.00, 1000.00),
  (4, 4, 4, '2020-03-01', NULL, 1600.00, 1600.00),
  (5, 5, 2, '2022-01-15', '2023-01-14', 1200.00, 1200.00),
  (6, 5, 6, '2023-02-01', NULL, 1250.00, NULL),
  (7, 6, 8, '2022-06-01', '2022-08-31', 1900.00, 2000.00),
  (8, 7, 7, '2021-05-01', NULL, 1400.00, 2800.00),
  (9, 8, 8, '2022-09-01', NULL, 1780.00, 1780.00),
  (10, 9, 1, '2022-09-01', NULL, 2600.00, 2600.00);

INSERT INTO tblRentPayment (LeaseID, RentMonth, PaidOn, AmountPaid) VALUES
  (2, '2023-01', '2023-01-02', 1950.00), (2, '2023-02', '2023-02-01', 1950.00), (2, '2023-03', '2023-03-11', 1950.00),
  (3, '2023-01', '2023-01-05', 1250.00), (3, '2023-02', NULL, 0), (3, '2023-03', '2023-03-20', 900.00),
  (4, '2023-01', '2023-01-01', 1600.00), (4, '2023-02', '2023-02-01', 1600.00), (4, '2023-03', '2023-03-01', 1600.00),
  (5, '2023-01', '2022-12-30', 600.00), (6, '2023-02', '2023-02-03', 1250.00), (6, '2023-03', NULL, 0),
  (8, '2023-01', '2023-01-02', 1400.00), (8, '2023-02', '2023-02-02', 1400.00), (8, '2023-03', '2023-03-02', 1400.00),
  (9, '2023-01', '2023-01-01', 1780.00), (9, '2023-02', '2023-02-14', 1780.00), (9, '2023-03', '2023-03-01', 1780.00),
  (10, '2023-01', '2023-01-03', 2600.00), (10, '2023-02', '2023-02-03', 2600.00), (10, '2023-03', '2023-03-03', 2600.00);

INSERT INTO tblReview (ReviewID, LeaseID, Rating, ReviewText, WrittenOn) VALUES
  (1, 1, 4, 'Bright rooms, thin walls.', '2022-09-04'),
  (2, 5, 5, 'You wake up to the sea.', '2023-01-16'),
  (3, 7, 5, NULL, '2022-09-01'),
  (4, 3, 2, 'The heating failed twice.', '2023-07-02'),
  (5, 4, 4, 'Good landlady, big garden for the dog.', '2022-03-01'),
  (6, 8, 3, 'Parking is tight.', '2022-05-10');

COMMIT;
