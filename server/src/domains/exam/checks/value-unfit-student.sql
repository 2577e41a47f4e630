-- F02: longer than the field, not among the texts of its dictionary, or masked.
select row_id, 'studentNumber' as target, '考号超过 20 个字符' as text from entry where len(student_number) > 20
union all select row_id, 'studentName', '姓名超过 50 个字符' from entry where len(student_name) > 50
union all select row_id, 'studentCode', '学籍号超过 24 个字符' from entry where len(student_code) > 24
union all select row_id, 'studentCode', '学籍号被 * 遮盖，请填写完整或清空' from entry where student_code like '%***%'
union all select row_id, 'classText', '班级超过 40 个字符' from entry where len(class_text) > 40
union all select row_id, 'studentNo', '学号超过 20 个字符' from entry where len(student_no) > 20
union all select row_id, 'examRoomNo', '考场超过 10 个字符' from entry where len(exam_room_no) > 10
union all select row_id, 'courseCombination', '选科超过 20 个字符' from entry where len(course_combination) > 20
union all select row_id, 'gender', '性别「' || gender_text || '」不在字典内' from entry where gender = '' and gender_text <> ''
union all select row_id, 'studentType', '学生类别「' || type_text || '」不在字典内' from entry where student_type = '' and type_text <> ''
union all select row_id, 'artsScience', '科类「' || arts_text || '」不在字典内' from entry where arts_science = '' and arts_text <> ''
union all select row_id, 'isCount', '计入统计应为是或否' from entry where count_text not in ('', '是', '否', '1', '0')
union all select row_id, 'examRoomSeatNum', '座位应为 0 到 999 的整数' from entry
  where seat_text <> '' and (try_cast(seat_text as integer) is null or try_cast(seat_text as integer) not between 0 and 999)
