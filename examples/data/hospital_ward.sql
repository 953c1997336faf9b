-- The inpatient side of a hospital: wards, physicians, patients and their stays,
-- diagnoses, drugs prescribed and vital signs measured.
PRAGMA foreign_keys = ON;

CREATE TABLE Ward (
  WardId    INTEGER PRIMARY KEY,
  WardName  VARCHAR(60) NOT NULL UNIQUE,
  Floor     INTEGER NOT NULL,
  BedCount  INTEGER NOT NULL CHECK (BedCount > 0)
);

CREATE TABLE Physician (
  PhysicianId  INTEGER PRIMARY KEY,
  FirstName    VARCHAR(40) NOT NULL,
  LastName     VARCHAR(40) NOT NULL,
  Specialty    VARCHAR(40),
  SupervisorId INTEGER REFERENCES Physician (PhysicianId),
  WardId       INTEGER NOT NULL REFERENCES Ward (WardId),
  HiredOn      DATE NOT NULL
);

CREATE TABLE Patient (
  PatientId   INTEGER PRIMARY KEY,
  FirstName   VARCHAR(40) NOT NULL,
  LastName    VARCHAR(40) NOT NULL,
  BirthDate   DATE NOT NULL,
  Sex         CHAR(1) CHECK (Sex IN ('F', 'M', 'X')),
  BloodType   VARCHAR(3),
  InsuranceNo VARCHAR(20) UNIQUE
);

CREATE TABLE Admission (
  AdmissionId   INTEGER PRIMARY KEY,
  PatientId     INTEGER NOT NULL REFERENCES Patient (PatientId),
  WardId        INTEGER NOT NULL REFERENCES Ward (WardId),
  AttendingId   INTEGER NOT NULL REFERENCES Physician (PhysicianId),
  AdmittedAt    TIMESTAMP NOT NULL,
  DischargedAt  TIMESTAMP,
  IsEmergency   BOOLEAN NOT NULL DEFAULT 0,
  CHECK (DischargedAt IS NULL OR DischargedAt > AdmittedAt)
);

CREATE TABLE AdmissionDiagnosis (
  AdmissionId INTEGER NOT NULL REFERENCES Admission (AdmissionId),
  SeqNo       INTEGER NOT NULL,
  Code        VARCHAR(8) NOT NULL,
  Description VARCHAR(80) NOT NULL,
  PRIMARY KEY (AdmissionId, SeqNo)
);

CREATE TABLE Medication (
  MedicationId INTEGER PRIMARY KEY,
  GenericName  VARCHAR(60) NOT NULL UNIQUE,
  Form         VARCHAR(20) NOT NULL,
  UnitCost     DECIMAL(7,2) NOT NULL
);

CREATE TABLE Prescription (
  AdmissionId  INTEGER NOT NULL REFERENCES Admission (AdmissionId),
  MedicationId INTEGER NOT NULL REFERENCES Medication (MedicationId),
  PrescribedBy INTEGER NOT NULL REFERENCES Physician (PhysicianId),
  DosePerDay   REAL NOT NULL,
  StartDate    DATE NOT NULL,
  EndDate      DATE,
  PRIMARY KEY (AdmissionId, MedicationId, StartDate)
);

CREATE TABLE VitalSign (
  ReadingId    INTEGER PRIMARY KEY,
  AdmissionId  INTEGER NOT NULL REFERENCES Admission (AdmissionId),
  MeasuredAt   TIMESTAMP NOT NULL,
  HeartRate    INTEGER,
  SystolicBp   INTEGER,
  DiastolicBp  INTEGER,
  TemperatureC REAL
);

BEGIN;

INSERT INTO Ward (WardId, WardName, Floor, BedCount) VALUES
  (1, 'Cardiology', 3, 24),
  (2, 'Paediatrics', 2, 18),
  (3, 'Orthopaedics', 4, 30),
  (4, 'Neurology', 5, 16),
  (5, 'Intensive Care', 1, 10),
  (6, 'Geriatrics', 2, 28);

INSERT INTO Physician (PhysicianId, FirstName, LastName, Specialty, SupervisorId, WardId, HiredOn) VALUES
  (10, 'Ingrid', 'Solheim', 'Cardiology', NULL, 1, '2004-02-01'),
  (11, 'Mateo', 'Quintana', 'Cardiology', 10, 1, '2015-09-15'),
  (12, 'Aïcha', 'Benyoucef', 'Paediatrics', NULL, 2, '2009-04-01'),
  (13, 'Robert', 'Finch', 'Trauma surgery', NULL, 3, '2001-11-12'),
  (14, 'Lin', 'Xiaoyu', 'Orthopaedics', 13, 3, '2018-08-20'),
  (15, 'Petra', 'Nováková', 'Neurology', NULL, 4, '2011-01-10'),
  (16, 'Samuel', 'Oyelaran', 'Anaesthesia', 10, 5, '2013-06-03'),
  (17, 'Chiara', 'Bellandi', NULL, 12, 2, '2022-10-01'),
  (18, 'Jürgen', 'Thalmann', 'Geriatrics', 15, 6, '2016-03-14');

INSERT INTO Patient (PatientId, FirstName, LastName, BirthDate, Sex, BloodType, InsuranceNo) VALUES
  (100, 'Agnes', 'Littlewood', '1941-07-19', 'F', 'A+', 'HX-20931'),
  (101, 'Björn', 'Halvorsen', '1968-12-02', 'M', 'O+', 'HX-20977'),
  (102, 'Noor', 'El Amrani', '2016-05-27', 'F', 'B+', 'HX-31055'),
  (103, 'Thomas', 'Mbeki', '1985-01-30', 'M', 'O-', NULL),
  (104, 'Zsófia', 'Kertész', '1977-08-08', 'F', 'AB+', 'HX-31102'),
  (105, 'Daniel', 'Rossi', '2012-11-15', 'M', NULL, 'HX-31200'),
  (106, 'Margaret', 'O''Hare', '1935-03-03', 'F', 'A-', 'HX-18004'),
  (107, 'Kenji', 'Morita', '1959-10-21', 'M', 'B-', 'HX-22410'),
  (108, 'Leïla', 'Haddad', '1990-06-12', 'F', 'O+', 'HX-40077'),
  (109, 'Alex', 'Winther', '1999-09-09', 'X', 'A+', NULL);

INSERT INTO Admission (AdmissionId, PatientId, WardId, AttendingId, AdmittedAt, DischargedAt, IsEmergency) VALUES
  (1001, 100, 1, 10, '2023-01-04 10:20', '2023-01-12 09:00', 1),
  (1002, 101, 1, 11, '2023-01-09 08:00', '2023-01-11 15:30', 0),
  (1003, 102, 2, 12, '2023-01-15 19:45', '2023-01-18 11:00', 1),
  (1004, 103, 3, 14, '2023-02-01 23:10', '2023-02-14 10:00', 1),
  (1005, 104, 4, 15, '2023-02-03 09:30', '2023-02-08 13:00', 0),
  (1006, 105, 2, 17, '2023-02-11 14:05', '2023-02-12 12:00', 0),
  (1007, 106, 6, 18, '2023-02-20 11:15', NULL, 0),
  (1008, 107, 5, 16, '2023-03-02 03:40', '2023-03-09 16:20', 1),
  (1009, 107, 1, 10, '2023-03-09 16:30', '2023-03-17 10:00', 0),
  (1010, 108, 3, 13, '2023-03-12 07:30', '2023-03-15 09:45', 0),
  (1011, 100, 6, 18, '2023-03-20 12:00', NULL, 0),
  (1012, 109, 4, 15, '2023-03-22 21:55', NULL, 1);

INSERT INTO AdmissionDiagnosis (AdmissionId, SeqNo, Code, Description) VALUES
  (1001, 1, 'I48', 'Atrial fibrillation'),
  (1001, 2, 'I10', 'Hypertension'),
  (1002, 1, 'I20', 'Angina pectoris'),
  (1003, 1, 'J18', 'Pneumonia'),
  (1004, 1, 'S72', 'Fracture of femur'),
  (1005, 1, 'G43', 'Migraine'),
  (1006, 1, 'J45', 'Asthma'),
  (1007, 1, 'F03', 'Dementia'),
  (1007, 2, 'I10', 'Hypertension'),
  (1008, 1, 'I21', 'Myocardial infarction'),
  (1009, 1, 'I21', 'Myocardial infarction'),
  (1009, 2, 'I10', 'Hypertension'),
  (1010, 1, 'M23', 'Knee derangement'),
  (1011, 1, 'I50', 'Heart failure'),
  (1012, 1, 'G40', 'Epilepsy');

INSERT INTO Medication (MedicationId, GenericName, Form, UnitCost) VALUES
  (1, 'Metoprolol', 'tablet', 0.18),
  (2, 'Apixaban', 'tablet', 1.45),
  (3, 'Amoxicillin', 'suspension', 0.60),
  (4, 'Paracetamol', 'tablet', 0.05),
  (5, 'Morphine', 'injection', 3.20),
  (6, 'Salbutamol', 'inhaler', 4.75),
  (7, 'Levetiracetam', 'tablet', 0.92),
  (8, 'Donepezil', 'tablet', 0.77),
  (9, 'Furosemide', 'injection', 1.10);

INSERT INTO Prescription (AdmissionId, MedicationId, PrescribedBy, DosePerDay, StartDate, EndDate) VALUES
  (1001, 1, 10, 2, '2023-01-04', '2023-01-12'),
  (1001, 2, 11, 2, '2023-01-05', NULL),
  (1002, 1, 11, 1, '2023-01-09', '2023-01-11'),
  (1003, 3, 12, 3, '2023-01-15', '2023-01-22'),
  (1003, 4, 17, 2, '2023-01-15', '2023-01-17'),
  (1004, 5, 13, 4, '2023-02-01', '2023-02-05'),
  (1004, 4, 14, 4, '2023-02-06', '2023-02-14'),
  (1005, 4, 15, 2, '2023-02-03', '2023-02-05'),
  (1006, 6, 17, 2, '2023-02-11', NULL),
  (1007, 8, 18, 1, '2023-02-21', NULL),
  (1008, 5, 16, 2, '2023-03-02', '2023-03-04'),
  (1008, 9, 16, 2, '2023-03-02', '2023-03-06'),
  (1009, 1, 10, 2, '2023-03-09', NULL),
  (1010, 4, 13, 3, '2023-03-13', '2023-03-15'),
  (1011, 9, 18, 1, '2023-03-20', NULL),
  (1012, 7, 15, 2, '2023-03-23', NULL);

INSERT INTO VitalSign (ReadingId, AdmissionId, MeasuredAt, HeartRate, SystolicBp, DiastolicBp, TemperatureC) VALUES
  (1, 1001, '2023-01-04 10:40', 131, 158, 94, 36.8),
  (2, 1001, '2023-01-05 08:00', 96, 142, 88, 36.7),
  (3, 1001, '2023-01-11 08:00', 74, 128, 80, 36.6),
  (4, 1002, '2023-01-09 09:00', 82, 136, 84, 36.5),
  (5, 1003, '2023-01-15 20:00', 124, 100, 62, 39.4),
  (6, 1003, '2023-01-17 08:00', 98, 102, 64, 37.4),
  (7, 1004, '2023-02-02 00:00', 112, 118, 70, 36.9),
  (8, 1005, '2023-02-03 10:00', 70, 122, 78, NULL),
  (9, 1006, '2023-02-11 14:30', 108, NULL, NULL, 37.0),
  (10, 1007, '2023-02-20 12:00', 66, 164, 90, 36.2),
  (11, 1008, '2023-03-02 03:50', 118, 88, 54, 36.0),
  (12, 1008, '2023-03-05 08:00', 90, 110, 68, 37.1),
  (13, 1009, '2023-03-12 08:00', 72, 146, 86, 36.6),
  (14, 1011, '2023-03-20 12:30', 101, 150, 92, 36.4),
  (15, 1012, '2023-03-22 22:10', 115, 132, 82, 38.1);

COMMIT;
