-- C04: marks come in halves.
select row_id, target, '分数应为 0.5 的倍数' as text from score where is_odd_step
