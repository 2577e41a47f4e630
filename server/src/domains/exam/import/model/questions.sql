-- question: the questions that carry marks, with what an answer is worth and by which choices they are counted.
-- `top` is the question of the paper it belongs to; choices may stand at either level.
create table question as
with given as (
  select k.course_id, q.course_name, q.paper_code, q.question_no, nullif(q.parent_no, '') as parent_no, q.question_type,
    cast(round(cast(q.question_score as decimal(9, 1)) * 10) as integer) as full10, q.is_objective = '1' as is_objective,
    case when q.question_type = '3' then judged(upper(q.answer)) else nullif(q.answer, '') end as answer_key,
    coalesce(try_cast(q.option_num as integer), 4) as option_num,
    json_extract_string(q.part_rule, '$.kind') as part_kind,
    cast(round(try_cast(json_extract_string(q.part_rule, '$.score') as decimal(9, 1)) * 10) as integer) as part10,
    nullif(q.choose_group, '') as choose_group, try_cast(q.choose_num as integer) as choose_num
  from raw_question q join course k using (course_name)
), choice as (
  select course_id, paper_code, coalesce(parent_no, '') as level, choose_group, coalesce(min(choose_num), 1) as num
  from given where choose_group is not null group by all
)
select cast(row_number() over (order by g.course_id, g.paper_code, g.question_no) as integer) as question_id, g.* exclude (parent_no, choose_group, choose_num),
  question_word(g.question_no) as word, coalesce(p.question_no, g.question_no) as top,
  case when p.question_no is not null then g.choose_group end as leaf_group, own.num as leaf_num,
  case when p.question_no is null then g.choose_group else p.choose_group end as top_group, above.num as top_num
from given g
left join given p on p.course_id = g.course_id and p.paper_code = g.paper_code and p.question_no = g.parent_no
left join choice own on own.course_id = g.course_id and own.paper_code = g.paper_code and own.level = p.question_no and own.choose_group = g.choose_group
left join choice above on above.course_id = g.course_id and above.paper_code = g.paper_code and above.level = ''
  and above.choose_group = case when p.question_no is null then g.choose_group else p.choose_group end
where not exists (select 1 from given c where c.course_id = g.course_id and c.paper_code = g.paper_code and c.parent_no = g.question_no);
