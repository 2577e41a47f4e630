-- Schools of the reader's areas that are in the reports and not the reader's own.
-- rows
select school_code from read_parquet($package || '/unit.parquet')
where grain = 'school' and is_in_report = 1 and list_contains($areaScope, area_code) and not list_contains($schoolScope, school_code)
