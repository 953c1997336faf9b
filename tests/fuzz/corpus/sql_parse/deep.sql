SELECT ((((- - ~NOT (SELECT ((CASE a WHEN (1) THEN ((b)) END)))))))
