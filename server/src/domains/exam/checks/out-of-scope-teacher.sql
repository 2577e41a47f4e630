-- F03: classes of schools the user may not write.
select row_id, 'schoolText' as target, '学校不在您的管理范围内' as text from entry where not is_in_scope
