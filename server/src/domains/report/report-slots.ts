/**
 * Fragments of the report SQL: `{{name}}` in a file stands for the text here, so that one file serves several grains.
 * Cells leave as one JSON text per row and carry the names of the wire: reading single values out of nested lists would
 * cost more than the statement itself. Their order and titles matter in the total row only, or they carry a sort value:
 * sorting inside every row would cost as much again.
 */

/** Distribution columns of 一分两率. */
const SPREAD = `marks(max10) as max_score, marks(min10) as min_score,
  half_up(q1 / 10, 2) as q1, half_up(median / 10, 2) as median_score, half_up(q3 / 10, 2) as q3,
  score_sd(sum10, sumsq100, student_num, $sdType) as std_score,
  percent(sum10, student_num::bigint * full10) as score_rate`

/** The mean and its distance from the unit above; of a unit above with fewer than five students nothing is told. */
const COMPARED = `score_mean(sum10, student_num) as avg_score, avg_rank,
  score_mean(sum10::hugeint * above_num - above_sum10 * student_num,
    student_num::bigint * if(above_num >= 5, above_num, null)) as diff_avg,
  percent(sum10::hugeint * above_num - above_sum10 * student_num,
    student_num * if(above_num >= 5, above_sum10, null)) as over_avg_rate,`

/** The courses beside the total of a unit. */
const COURSE_CELLS = `to_json(list({
    key: 'c' || course_id, title: course_name, sort: course_sort, studentNum: student_num,
    avgScore: score_mean(sum10, student_num), avgRank: case when grain <> 'all' then avg_rank end
  }))`

/** The courses of students, unpivoted from the columns of the page (c: score, s: status, and one of the ranks). */
function papers(rank: 'r' | 'k'): string {
  return `single as (
  select sid, name[1] as kind, name[2:]::integer as course_id, value
  from (unpivot (select sid, columns('^[c${rank}s][0-9]+$')::integer from page) on columns('^[c${rank}s][0-9]+$'))
),
paper as (
  select sid, course_id, course_name, sort as course_sort, max(value) filter (kind = 'c') as score10,
    max(value) filter (kind = '${rank}') as paper_rank, max(value) filter (kind = 's') as paper_status
  from single join read_parquet($package || '/course.parquet') using (course_id)
  group by all
)`
}

/** Counts of a band; its title stands in the total row. */
const BAND_COUNTS = `num: num, rate: percent(num, student_num), cumNum: cum_num, cumRate: percent(cum_num, student_num)`

/** Name of a band of the one-mark tables. */
const BAND_NAME = `case
    when $step = 1 then band_low::varchar
    when band_low = top_low then band_low || '-' || $fullMark
    else band_low || '-' || (band_low + $step - 1) || '.5'
  end`

const COMMON = {
  spread: SPREAD,
  compared: COMPARED,
  course_cells: COURSE_CELLS,
  papers: papers('r'),
  school_papers: papers('k'),
  band_counts: BAND_COUNTS,
  band_name: BAND_NAME,
  totals_order: `case grain when 'school' then 1 when 'area' then 2 else 3 end, area_sort, school_sort`,
}

const AREA_SCOPE = '($areaScope is null or list_contains($areaScope, area_code))'
const SCHOOL_SCOPE = `${AREA_SCOPE}
    and ($schoolScope is null or list_contains($schoolScope, school_code))
    and ($schoolGroup is null or school_group = $schoolGroup)`
const CLASS_SCOPE = `${SCHOOL_SCOPE}
    and ($classScope is null or list_contains($classScope, class_code))`

/** What the same report by area, by school and by class differs in. */
const BY_GRAIN = {
  all: {},
  area: {
    columns: 'area_code, area_name',
    unit_code: 'area_code',
    unit_name: 'area_name',
    order: 'area_sort, area_code',
    in_scope: AREA_SCOPE,
    in_totals: `grain = 'all'`,
    totals_columns: `'联考' as area_name`,
    rank_within: '',
    teacher: '',
    teacher_join: '',
  },
  school: {
    columns: 'area_code, area_name, school_code, school_name',
    unit_code: 'school_code',
    unit_name: 'school_name',
    order: 'area_sort, school_sort, school_code',
    in_scope: SCHOOL_SCOPE,
    in_totals: `grain = 'all' or grain = 'area' and list_contains($areaScope, area_code)`,
    totals_columns: `area_code, case grain when 'all' then '联考' else area_name end as area_name,
  case grain when 'area' then '县区' end as school_name`,
    rank_within: 'avg_rank_in_area,',
    rank_in_school: '',
    teacher: '',
    teacher_join: '',
  },
  class: {
    columns: 'area_code, area_name, school_code, school_name, class_code, class_name',
    unit_code: 'class_code',
    unit_name: 'class_name',
    order: 'area_sort, school_sort, school_code, class_sort, class_code',
    in_scope: CLASS_SCOPE,
    in_totals: `grain = 'all' or grain = 'area' and list_contains($areaScope, area_code)
  or grain = 'school' and list_contains($schoolScope, school_code)`,
    totals_columns: `area_code, school_code, case grain when 'all' then '联考' else area_name end as area_name,
  case grain when 'area' then '县区' when 'school' then school_name end as school_name,
  case grain when 'school' then '本校' end as class_name`,
    rank_within: 'avg_rank_in_school,',
    rank_in_school: 'avg_rank_in_school,',
    teacher: 'teacher_name,',
    teacher_join: `left join read_parquet($package || '/teacher.parquet') teacher using (course_id, unit_id)`,
  },
  student: { in_scope: CLASS_SCOPE },
} satisfies Record<string, Record<string, string>>

export type Grain = keyof typeof BY_GRAIN

/** Some students of the units only. It stands in the text when it is asked for: the search costs as much for nobody. */
const STUDENT_SCOPE = `${CLASS_SCOPE}
    and student_code in (select unnest($studentScope::varchar[]))`

/** Columns of a student's row that belong to one course; 0 is the total, and one the exam does not have has none. */
function courseSlots(courseId: number): Record<string, string> {
  const letters = { score: 'c', all_rank: 'r', area_rank: 'a', school_rank: 'k', class_rank: 'l' }
  const columnOf = ([name, letter]: [string, string]): string => {
    if (courseId === 0) return name === 'score' ? 'total10' : name
    return courseId > 0 ? `${letter}${Math.trunc(courseId)}` : 'null::int'
  }
  return Object.fromEntries(Object.entries(letters).map((pair) => [`course_${pair[0]}`, columnOf(pair)]))
}

/** What the text of a statement depends on beside the grain. */
export interface Shape {
  /** Data scopes leave some students only. */
  isNarrowed?: boolean
  /** Number of the course asked for. */
  courseId?: number
}

/** The text with every slot filled; throws on a slot nothing fills. */
export function fillSlots(text: string, grain: Grain, { isNarrowed = false, courseId = 0 }: Shape = {}): string {
  const slots: Record<string, string> = { ...COMMON, ...BY_GRAIN[grain], ...courseSlots(courseId), grain }
  if (isNarrowed && grain === 'student') slots['in_scope'] = STUDENT_SCOPE
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_slot, name: string) => {
    const fragment = slots[name]
    if (fragment === undefined) throw new Error(`nothing fills the slot ${name} for the grain ${grain}`)
    return fragment
  })
}
