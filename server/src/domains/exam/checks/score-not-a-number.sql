-- C03: neither a number nor one of the words for a paper that was not sat.
select row_id, target, '「' || left(score_text, 20) || '」不是分数' as text from score where score_status is null
union all
select row_id, '#' || column_no, '不是分数' from part where score_status is null
