module sluice

go 1.21
