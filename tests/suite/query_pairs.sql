-- Pairs of queries over one schema: "differ" if some legal database distinguishes them, "same" if none does.

-- schema
CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT, country TEXT, born INT, mentor INT REFERENCES author(id));
CREATE TABLE book (id INTEGER PRIMARY KEY, author_id INT REFERENCES author(id), title TEXT NOT NULL, price REAL, pages INT, lang TEXT);
CREATE TABLE reader (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INT, city TEXT, code TEXT);
CREATE TABLE loan (reader_id INT NOT NULL REFERENCES reader(id), book_id INT NOT NULL REFERENCES book(id), day TEXT, fee INT, PRIMARY KEY (reader_id, book_id, day));

-- differ: NULL in the list of NOT IN
SELECT name FROM author WHERE id NOT IN (SELECT author_id FROM book)
SELECT name FROM author WHERE NOT EXISTS (SELECT 1 FROM book WHERE book.author_id = author.id)
-- differ: NOT IN vs. EXCEPT
SELECT id FROM author WHERE id NOT IN (SELECT author_id FROM book)
SELECT id FROM author EXCEPT SELECT author_id FROM book
-- differ: EXCEPT drops duplicates, NOT EXISTS keeps them
SELECT name FROM author EXCEPT SELECT name FROM reader
SELECT name FROM author WHERE NOT EXISTS (SELECT 1 FROM reader WHERE reader.name = author.name)
-- differ: COUNT over an outer join counts rows without a match
SELECT a.id, count(*) FROM author a LEFT JOIN book b ON b.author_id = a.id GROUP BY a.id
SELECT a.id, count(b.id) FROM author a LEFT JOIN book b ON b.author_id = a.id GROUP BY a.id
-- differ: HAVING more than vs. at least
SELECT city FROM reader GROUP BY city HAVING count(*) > 3
SELECT city FROM reader GROUP BY city HAVING count(*) >= 3
-- differ: HAVING off by one
SELECT author_id FROM book GROUP BY author_id HAVING count(*) > 8
SELECT author_id FROM book GROUP BY author_id HAVING count(*) > 9
-- differ: HAVING SUM
SELECT reader_id FROM loan GROUP BY reader_id HAVING sum(fee) > 20
SELECT reader_id FROM loan GROUP BY reader_id HAVING sum(fee) >= 20
-- differ: ties at the top
SELECT title FROM book ORDER BY pages DESC LIMIT 1
SELECT title FROM book WHERE pages = (SELECT max(pages) FROM book)
-- differ: ties of groups
SELECT city FROM reader GROUP BY city ORDER BY count(*) DESC LIMIT 1
SELECT city FROM reader GROUP BY city HAVING count(*) = (SELECT max(n) FROM (SELECT count(*) AS n FROM reader GROUP BY city))
-- differ: integer division
SELECT pages / 2 FROM book
SELECT pages / 2.0 FROM book
-- differ: integer share
SELECT 100 * sum(age > 30) / count(*) FROM reader
SELECT 100.0 * sum(age > 30) / count(*) FROM reader
-- differ: LIKE ignores letter case
SELECT id FROM reader WHERE city LIKE 'Rome'
SELECT id FROM reader WHERE city = 'Rome'
-- differ: LIKE anywhere vs. LIKE at the start
SELECT title FROM book WHERE title LIKE '%war%'
SELECT title FROM book WHERE title LIKE 'war%'
-- differ: UNION drops duplicates
SELECT name FROM author UNION ALL SELECT name FROM reader
SELECT name FROM author UNION SELECT name FROM reader
-- differ: UNION ALL of overlapping rows vs. OR
SELECT id FROM reader WHERE age > 30 UNION ALL SELECT id FROM reader WHERE city = 'Rome'
SELECT id FROM reader WHERE age > 30 OR city = 'Rome'
-- differ: DISTINCT over the rows
SELECT DISTINCT city FROM reader
SELECT city FROM reader
-- differ: DISTINCT inside COUNT
SELECT count(DISTINCT city) FROM reader
SELECT count(city) FROM reader
-- differ: DISTINCT in the wrong place
SELECT DISTINCT count(city) FROM reader
SELECT count(DISTINCT city) FROM reader
-- differ: COUNT of a column with NULL
SELECT count(age) FROM reader
SELECT count(*) FROM reader
-- differ: LEFT vs. INNER
SELECT a.name, b.title FROM author a LEFT JOIN book b ON b.author_id = a.id
SELECT a.name, b.title FROM author a JOIN book b ON b.author_id = a.id
-- differ: LEFT JOIN with swapped tables
SELECT a.name, b.title FROM author a LEFT JOIN book b ON b.author_id = a.id
SELECT a.name, b.title FROM book b LEFT JOIN author a ON b.author_id = a.id
-- differ: a condition in ON of an outer join vs. in WHERE
SELECT a.name, b.title FROM author a LEFT JOIN book b ON b.author_id = a.id AND b.pages > 100
SELECT a.name, b.title FROM author a LEFT JOIN book b ON b.author_id = a.id WHERE b.pages > 100
-- differ: AVG vs. a division of integers
SELECT avg(age) FROM reader
SELECT sum(age) / count(age) FROM reader
-- differ: AVG skips NULL
SELECT avg(age) FROM reader
SELECT sum(age) * 1.0 / count(*) FROM reader
-- differ: the maximum of digits stored as text
SELECT max(code) FROM reader
SELECT max(CAST(code AS INT)) FROM reader
-- differ: numbers ordered as text
SELECT name FROM reader WHERE code > '5'
SELECT name FROM reader WHERE CAST(code AS INT) > 5
-- differ: the bounds of BETWEEN
SELECT name FROM reader WHERE age BETWEEN 20 AND 30
SELECT name FROM reader WHERE age > 20 AND age < 30
-- differ: LIMIT
SELECT name FROM reader ORDER BY age LIMIT 3
SELECT name FROM reader ORDER BY age LIMIT 4
-- differ: a LIMIT that is rarely reached
SELECT name FROM reader WHERE age > 30
SELECT name FROM reader WHERE age > 30 LIMIT 100
-- differ: LIMIT in the opposite order
SELECT id FROM reader ORDER BY id DESC LIMIT 1
SELECT id FROM reader ORDER BY id LIMIT 1
-- differ: the second row vs. the second greatest value
SELECT pages FROM book ORDER BY pages DESC LIMIT 1 OFFSET 1
SELECT max(pages) FROM book WHERE pages < (SELECT max(pages) FROM book)
-- differ: correlated vs. uncorrelated
SELECT title FROM book b WHERE price > (SELECT avg(price) FROM book WHERE author_id = b.author_id)
SELECT title FROM book b WHERE price > (SELECT avg(price) FROM book)
-- differ: a key is missing from GROUP BY
SELECT city, age, count(*) FROM reader GROUP BY city, age
SELECT city, age, count(*) FROM reader GROUP BY city
-- differ: grouped by a name that is not unique
SELECT a.name, count(*) FROM author a JOIN book b ON b.author_id = a.id GROUP BY a.name
SELECT a.name, count(*) FROM author a JOIN book b ON b.author_id = a.id GROUP BY a.id
-- differ: SUM over a join that repeats rows
SELECT sum(b.price) FROM book b
SELECT sum(b.price) FROM book b JOIN loan l ON l.book_id = b.id
-- differ: a join that repeats rows vs. IN
SELECT r.name FROM reader r JOIN loan l ON l.reader_id = r.id
SELECT r.name FROM reader r WHERE r.id IN (SELECT reader_id FROM loan)
-- differ: NULL equals nothing
SELECT x.id FROM reader x JOIN reader y ON x.city = y.city AND x.id = y.id
SELECT id FROM reader
-- differ: = NULL
SELECT name FROM reader WHERE age = NULL
SELECT name FROM reader WHERE age IS NULL
-- differ: IS NOT vs. <>
SELECT name FROM reader WHERE city IS NOT 'Rome'
SELECT name FROM reader WHERE city <> 'Rome'
-- differ: AND binds before OR
SELECT name FROM reader WHERE age > 30 AND city = 'Rome' OR city = 'Oslo'
SELECT name FROM reader WHERE age > 30 AND (city = 'Rome' OR city = 'Oslo')
-- differ: NOT over AND
SELECT name FROM reader WHERE NOT (age > 30 AND city = 'Rome')
SELECT name FROM reader WHERE NOT age > 30 AND NOT city = 'Rome'
-- differ: each pair once vs. twice
SELECT x.name, y.name FROM reader x JOIN reader y ON x.city = y.city WHERE x.id < y.id
SELECT x.name, y.name FROM reader x JOIN reader y ON x.city = y.city WHERE x.id <> y.id
-- differ: mentor and pupil swapped
SELECT p.name FROM author p JOIN author m ON p.mentor = m.id WHERE m.born < 1900
SELECT m.name FROM author p JOIN author m ON p.mentor = m.id WHERE m.born < 1900
-- differ: both languages in one row vs. in two
SELECT author_id FROM book WHERE lang = 'en' INTERSECT SELECT author_id FROM book WHERE lang = 'fr'
SELECT author_id FROM book WHERE lang = 'en' OR lang = 'fr'
-- differ: never in Rome vs. at least once not in Rome
SELECT name FROM reader WHERE id NOT IN (SELECT reader_id FROM loan WHERE fee > 5)
SELECT r.name FROM reader r JOIN loan l ON l.reader_id = r.id WHERE l.fee <= 5
-- differ: INTERSECT of names vs. INTERSECT of keys
SELECT name FROM author WHERE country = 'FR' INTERSECT SELECT name FROM author WHERE born > 1900
SELECT name FROM author WHERE country = 'FR' AND born > 1900
-- differ: the row of the maximum with and without DISTINCT
SELECT lang, max(pages) FROM book
SELECT lang, max(DISTINCT pages) FROM book
-- differ: SUM of no rows
SELECT sum(fee) FROM loan
SELECT total(fee) FROM loan
-- differ: DISTINCT inside SUM
SELECT sum(DISTINCT fee) FROM loan
SELECT sum(fee) FROM loan
-- differ: all vs. any
SELECT name FROM reader WHERE age > (SELECT max(age) FROM reader WHERE city = 'Rome')
SELECT name FROM reader WHERE age > (SELECT min(age) FROM reader WHERE city = 'Rome')
-- differ: an empty set under ALL
SELECT name FROM reader r WHERE NOT EXISTS (SELECT 1 FROM reader o WHERE o.city = 'Rome' AND o.age >= r.age)
SELECT name FROM reader r WHERE r.age > (SELECT max(age) FROM reader WHERE city = 'Rome')

-- same: a table's alias
SELECT r.name FROM reader AS r WHERE r.age > 30
SELECT name FROM reader WHERE age > 30
-- same: a comparison with swapped operands
SELECT name FROM reader WHERE 30 < age
SELECT name FROM reader WHERE age > 30
-- same: BETWEEN
SELECT name FROM reader WHERE age BETWEEN 20 AND 30
SELECT name FROM reader WHERE age >= 20 AND age <= 30
-- same: IN
SELECT name FROM reader WHERE city IN ('Rome', 'Oslo')
SELECT name FROM reader WHERE city = 'Rome' OR city = 'Oslo'
-- same: De Morgan
SELECT name FROM reader WHERE NOT (age > 30 OR city = 'Rome')
SELECT name FROM reader WHERE NOT age > 30 AND NOT city = 'Rome'
-- same: whole numbers
SELECT name FROM reader WHERE age >= 18 AND age = CAST(age AS INT)
SELECT name FROM reader WHERE age > 17 AND age = CAST(age AS INT) AND NOT (age > 17 AND age < 18)
-- same: JOIN and a comma
SELECT a.name, b.title FROM author a JOIN book b ON b.author_id = a.id
SELECT a.name, b.title FROM author a, book b WHERE b.author_id = a.id
-- same: an inner join's condition in WHERE
SELECT a.name FROM author a JOIN book b ON b.author_id = a.id AND b.pages > 100
SELECT a.name FROM author a JOIN book b ON b.author_id = a.id WHERE b.pages > 100
-- same: the tables of a join swapped
SELECT a.name, b.title FROM author a JOIN book b ON b.author_id = a.id
SELECT a.name, b.title FROM book b JOIN author a ON a.id = b.author_id
-- same: the columns swapped
SELECT name, age FROM reader
SELECT age, name FROM reader
-- same: an outer join that WHERE turns into an inner one
SELECT a.name FROM author a LEFT JOIN book b ON b.author_id = a.id WHERE b.pages > 100
SELECT a.name FROM author a JOIN book b ON b.author_id = a.id WHERE b.pages > 100
-- same: an anti-join by IS NULL
SELECT a.name FROM author a LEFT JOIN book b ON b.author_id = a.id WHERE b.id IS NULL
SELECT a.name FROM author a WHERE NOT EXISTS (SELECT 1 FROM book WHERE author_id = a.id)
-- same: NOT IN over a column that is never NULL
SELECT name FROM reader WHERE id NOT IN (SELECT reader_id FROM loan)
SELECT name FROM reader r WHERE NOT EXISTS (SELECT 1 FROM loan WHERE reader_id = r.id)
-- same: EXCEPT over keys
SELECT id FROM reader EXCEPT SELECT reader_id FROM loan
SELECT id FROM reader WHERE id NOT IN (SELECT reader_id FROM loan)
-- same: EXISTS and IN
SELECT name FROM author a WHERE EXISTS (SELECT 1 FROM book WHERE author_id = a.id)
SELECT name FROM author WHERE id IN (SELECT author_id FROM book)
-- same: COUNT of a column without NULL
SELECT count(name) FROM reader
SELECT count(*) FROM reader
-- same: COUNT of one
SELECT count(1) FROM loan
SELECT count(*) FROM loan
-- same: DISTINCT of a key
SELECT DISTINCT id, city FROM reader
SELECT id, city FROM reader
-- same: DISTINCT and GROUP BY
SELECT DISTINCT city FROM reader
SELECT city FROM reader GROUP BY city
-- same: DISTINCT in UNION
SELECT DISTINCT name FROM author UNION SELECT DISTINCT name FROM reader
SELECT name FROM author UNION SELECT name FROM reader
-- same: UNION with swapped arms
SELECT name FROM author UNION SELECT name FROM reader
SELECT name FROM reader UNION SELECT name FROM author
-- same: UNION of one table
SELECT id FROM reader WHERE age > 30 UNION SELECT id FROM reader WHERE city = 'Rome'
SELECT id FROM reader WHERE age > 30 OR city = 'Rome'
-- same: INTERSECT over keys
SELECT id FROM reader WHERE age > 30 INTERSECT SELECT id FROM reader WHERE city = 'Rome'
SELECT id FROM reader WHERE age > 30 AND city = 'Rome'
-- same: DISTINCT in max
SELECT max(DISTINCT pages) FROM book
SELECT max(pages) FROM book
-- same: the maximum in a derived table
SELECT max(pages) FROM book
SELECT pages FROM (SELECT max(pages) AS pages FROM book)
-- same: the greatest value by order and LIMIT
SELECT age FROM reader WHERE age IS NOT NULL ORDER BY age DESC LIMIT 1
SELECT max(age) FROM reader WHERE age IS NOT NULL HAVING count(*) > 0
-- same: HAVING over whole numbers
SELECT city FROM reader GROUP BY city HAVING count(*) > 3
SELECT city FROM reader GROUP BY city HAVING count(*) >= 4
-- same: HAVING over a key
SELECT city, count(*) FROM reader GROUP BY city HAVING city = 'Rome'
SELECT city, count(*) FROM reader WHERE city = 'Rome' GROUP BY city
-- same: HAVING as a derived table
SELECT city FROM reader GROUP BY city HAVING count(*) > 1
SELECT city FROM (SELECT city, count(*) AS n FROM reader GROUP BY city) WHERE n > 1
-- same: grouped by a key and a column that depends on it
SELECT a.id, a.name, count(*) FROM author a JOIN book b ON b.author_id = a.id GROUP BY a.id
SELECT a.id, a.name, count(*) FROM author a JOIN book b ON b.author_id = a.id GROUP BY a.id, a.name
-- same: grouped by either side of a join
SELECT count(*) FROM author a JOIN book b ON b.author_id = a.id GROUP BY a.id
SELECT count(*) FROM author a JOIN book b ON b.author_id = a.id GROUP BY b.author_id
-- same: AVG as a division
SELECT avg(age) FROM reader
SELECT sum(age) * 1.0 / count(age) FROM reader
-- same: COUNT as SUM
SELECT count(*) FROM reader WHERE age > 30
SELECT coalesce(sum(age > 30), 0) FROM reader
-- same: SUM of CASE
SELECT sum(CASE WHEN age > 30 THEN 1 ELSE 0 END) FROM reader
SELECT sum(iif(age > 30, 1, 0)) FROM reader
-- same: COALESCE
SELECT coalesce(city, 'none') FROM reader
SELECT CASE WHEN city IS NULL THEN 'none' ELSE city END FROM reader
-- same: a condition that is always true
SELECT name FROM reader WHERE 1 = 1 AND age > 30
SELECT name FROM reader WHERE age > 30
-- same: two conditions, one of which implies the other
SELECT name FROM reader WHERE age > 30 AND age > 20
SELECT name FROM reader WHERE age > 30
-- same: NULL satisfies no comparison
SELECT name FROM reader WHERE age > 30 AND age IS NOT NULL
SELECT name FROM reader WHERE age > 30
-- same: a join that a reference makes redundant
SELECT l.fee FROM loan l JOIN reader r ON l.reader_id = r.id
SELECT fee FROM loan
-- same: a semi-join by DISTINCT
SELECT DISTINCT r.id FROM reader r JOIN loan l ON l.reader_id = r.id
SELECT id FROM reader WHERE id IN (SELECT reader_id FROM loan)
-- same: a common table
WITH old AS (SELECT * FROM reader WHERE age > 60) SELECT name FROM old WHERE city = 'Rome'
SELECT name FROM reader WHERE age > 60 AND city = 'Rome'
-- same: a derived table
SELECT t.name FROM (SELECT name, age FROM reader) AS t WHERE t.age < 20
SELECT name FROM reader WHERE age < 20
-- same: JOIN with USING
SELECT x.name FROM reader x JOIN reader y USING (id)
SELECT name FROM reader
-- same: a scalar subquery and a left join by a key
SELECT b.title, (SELECT a.name FROM author a WHERE a.id = b.author_id) FROM book b
SELECT b.title, a.name FROM book b LEFT JOIN author a ON a.id = b.author_id
-- same: ORDER BY a position
SELECT name, age FROM reader ORDER BY 2, 1
SELECT name, age FROM reader ORDER BY age, name
-- same: the opposite order by negation
SELECT id FROM reader ORDER BY id DESC
SELECT id FROM reader ORDER BY -id
-- same: an order that has no effect
SELECT name FROM (SELECT name FROM reader ORDER BY age)
SELECT name FROM reader
-- same: ties that both leave open
SELECT name FROM reader ORDER BY age LIMIT 2
SELECT r.name FROM reader AS r ORDER BY r.age ASC LIMIT 2
-- same: LIKE without a wildcard
SELECT id FROM reader WHERE lower(city) = 'rome'
SELECT id FROM reader WHERE city LIKE 'rome'
-- same: the maximum of each group by ALL
SELECT title FROM book b WHERE pages = (SELECT max(pages) FROM book WHERE author_id = b.author_id)
SELECT title FROM book b WHERE author_id IS NOT NULL AND pages IS NOT NULL AND NOT EXISTS (SELECT 1 FROM book o WHERE o.author_id = b.author_id AND o.pages > b.pages)
