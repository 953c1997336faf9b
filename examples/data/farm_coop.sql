-- A farmers' cooperative, with French names: members and the land they work, crops and
-- harvests, buyers, their orders and what each order holds.
PRAGMA foreign_keys = ON;

CREATE TABLE adherent (
  id_adherent   INTEGER PRIMARY KEY,
  nom           TEXT NOT NULL,
  prenom        TEXT NOT NULL,
  commune       TEXT NOT NULL,
  date_adhesion DATE NOT NULL,
  id_parrain    INTEGER REFERENCES adherent (id_adherent),
  part_sociale  DECIMAL(9,2) NOT NULL DEFAULT 500
);

CREATE TABLE parcelle (
  id_parcelle INTEGER PRIMARY KEY,
  id_adherent INTEGER NOT NULL REFERENCES adherent (id_adherent),
  lieu_dit    TEXT NOT NULL,
  surface_ha  REAL NOT NULL CHECK (surface_ha > 0),
  est_bio     BOOLEAN NOT NULL DEFAULT 0,
  irriguee    BOOLEAN
);

CREATE TABLE culture (
  id_culture  INTEGER PRIMARY KEY,
  nom_culture TEXT NOT NULL UNIQUE,
  famille     TEXT NOT NULL,
  prix_tonne  DECIMAL(8,2)
);

CREATE TABLE recolte (
  id_parcelle INTEGER NOT NULL REFERENCES parcelle (id_parcelle),
  id_culture  INTEGER NOT NULL REFERENCES culture (id_culture),
  annee       INTEGER NOT NULL,
  tonnage     REAL CHECK (tonnage >= 0),
  humidite    REAL,
  PRIMARY KEY (id_parcelle, id_culture, annee)
);

CREATE TABLE acheteur (
  id_acheteur    INTEGER PRIMARY KEY,
  raison_sociale TEXT NOT NULL UNIQUE,
  ville          TEXT NOT NULL,
  pays           TEXT NOT NULL DEFAULT 'France',
  telephone      TEXT
);

CREATE TABLE commande (
  id_commande    INTEGER PRIMARY KEY,
  id_acheteur    INTEGER NOT NULL REFERENCES acheteur (id_acheteur),
  date_commande  DATE NOT NULL,
  date_livraison DATE,
  reglee         BOOLEAN NOT NULL DEFAULT 0
);

CREATE TABLE ligne_commande (
  id_commande   INTEGER NOT NULL REFERENCES commande (id_commande),
  id_culture    INTEGER NOT NULL REFERENCES culture (id_culture),
  quantite_t    REAL NOT NULL CHECK (quantite_t > 0),
  prix_unitaire DECIMAL(8,2) NOT NULL,
  PRIMARY KEY (id_commande, id_culture)
);

BEGIN;

INSERT INTO adherent (id_adherent, nom, prenom, commune, date_adhesion, id_parrain, part_sociale) VALUES
  (1, 'Coulombier', 'Régis', 'Saint-Aubin-des-Prés', '1998-03-15', NULL, 2500),
  (2, 'Tessandier', 'Mireille', 'La Ferté-Noire', '2001-09-01', 1, 1500),
  (3, 'Le Goff', 'Yann', 'Kermadeuc', '2005-01-20', NULL, 1500),
  (4, 'Abadie', 'Françoise', 'Saint-Aubin-des-Prés', '2010-06-11', 2, 1000),
  (5, 'Hinault', 'Loïc', 'Kermadeuc', '2014-02-28', 3, 500),
  (6, 'Ben Salah', 'Karim', 'La Ferté-Noire', '2018-10-05', 2, 500),
  (7, 'Péretti', 'Ange', 'Monteplan', '2020-04-17', NULL, 750),
  (8, 'Oudinot', 'Cécile', 'Monteplan', '2022-12-01', 7, 500);

INSERT INTO parcelle (id_parcelle, id_adherent, lieu_dit, surface_ha, est_bio, irriguee) VALUES
  (1, 1, 'Le Grand Champ', 42.5, 0, 1),
  (2, 1, 'Les Ormeaux', 18.0, 0, 0),
  (3, 2, 'La Croix Blanche', 27.3, 1, 0),
  (4, 3, 'Parc ar Feunteun', 12.8, 1, NULL),
  (5, 3, 'Le Moulin', 9.4, 1, 1),
  (6, 4, 'Champ du Puits', 31.0, 0, 1),
  (7, 5, 'Ty Guen', 6.2, 0, 0),
  (8, 6, 'Les Vignettes', 15.5, 1, 1),
  (9, 7, 'Castellu', 4.1, 0, NULL),
  (10, 8, 'La Plaine', 22.0, 1, 0);

INSERT INTO culture (id_culture, nom_culture, famille, prix_tonne) VALUES
  (1, 'Blé tendre', 'céréale', 255.00),
  (2, 'Orge', 'céréale', 228.50),
  (3, 'Colza', 'oléagineux', 540.00),
  (4, 'Lentille verte', 'légumineuse', 1150.00),
  (5, 'Pomme de terre', 'tubercule', 310.00),
  (6, 'Sarrasin', 'céréale', 620.00),
  (7, 'Châtaigne', 'fruit', NULL);

INSERT INTO recolte (id_parcelle, id_culture, annee, tonnage, humidite) VALUES
  (1, 1, 2021, 318.0, 13.9), (1, 3, 2022, 144.2, 8.1), (1, 1, 2023, 301.5, 14.4),
  (2, 2, 2021, 117.0, 14.0), (2, 1, 2022, 121.6, 13.2),
  (3, 4, 2021, 33.1, 12.0), (3, 1, 2022, 150.2, 13.8), (3, 4, 2023, 28.4, NULL),
  (4, 6, 2021, 17.9, 15.0), (4, 6, 2022, 20.5, 14.6), (4, 6, 2023, 19.2, 14.9),
  (5, 5, 2022, 301.0, NULL), (5, 5, 2023, 268.4, NULL),
  (6, 3, 2021, 98.3, 8.8), (6, 2, 2022, 201.0, 13.5), (6, 1, 2023, 222.7, 13.7),
  (7, 5, 2022, 171.1, NULL), (8, 4, 2022, 18.6, 11.7), (8, 2, 2023, 96.9, 14.2),
  (9, 7, 2022, 7.7, NULL), (9, 7, 2023, NULL, NULL);

INSERT INTO acheteur (id_acheteur, raison_sociale, ville, pays, telephone) VALUES
  (1, 'Minoterie Dubreil', 'Rennes', 'France', '02 00 00 11 22'),
  (2, 'Brasserie du Pont-Neuf', 'Nantes', 'France', NULL),
  (3, 'Ölmühle Rheinblick', 'Kehl', 'Allemagne', '+49 7851 0000'),
  (4, 'Épicerie Verte', 'Angers', 'France', '02 00 00 33 44'),
  (5, 'Friterie Van Acker', 'Gand', 'Belgique', '+32 9 000 00 00'),
  (6, 'Crêperie Armorique', 'Brest', 'France', '02 00 00 55 66');

INSERT INTO commande (id_commande, id_acheteur, date_commande, date_livraison, reglee) VALUES
  (9001, 1, '2022-08-02', '2022-08-20', 1),
  (9002, 2, '2022-08-15', '2022-09-01', 1),
  (9003, 3, '2022-09-10', '2022-10-04', 1),
  (9004, 5, '2022-10-18', '2022-10-25', 1),
  (9005, 6, '2022-11-05', '2022-11-09', 0),
  (9006, 4, '2023-01-12', '2023-01-30', 1),
  (9007, 1, '2023-08-09', '2023-08-28', 0),
  (9008, 5, '2023-10-03', NULL, 0),
  (9009, 6, '2023-10-21', NULL, 0);

INSERT INTO ligne_commande (id_commande, id_culture, quantite_t, prix_unitaire) VALUES
  (9001, 1, 180.0, 248.00), (9001, 6, 4.0, 615.00), (9002, 2, 150.0, 230.00),
  (9003, 3, 120.0, 552.00), (9004, 5, 260.0, 305.00), (9005, 6, 8.5, 640.00),
  (9006, 4, 12.0, 1180.00), (9006, 7, 1.5, 2100.00), (9007, 1, 310.0, 251.00),
  (9007, 2, 60.0, 221.00), (9008, 5, 200.0, 318.00), (9009, 6, 10.0, 655.00),
  (9009, 1, 5.0, 262.00);

COMMIT;
