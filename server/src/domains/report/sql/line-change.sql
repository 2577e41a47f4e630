-- Lines that are not the same in two versions of a package.
-- rows
select coalesce(n.period_name, o.period_name) as period_name, coalesce(n.course_name, o.course_name) as course_name,
  coalesce(n.arts_science, o.arts_science) as arts_science, marks(o.line10)::double as before, marks(n.line10)::double as now
from read_parquet($package || '/score_line.parquet') n
full join read_parquet($before || '/score_line.parquet') o
  on n.period_name = o.period_name and n.course_name = o.course_name and n.arts_science = o.arts_science
where n.line10 is distinct from o.line10
order by coalesce(n.line_no, o.line_no), coalesce(n.course_sort, o.course_sort)
limit 20
