-- one row per counted student and paper on the list, the total as course 0; score10 is null when it enters no statistics
{{score_rows}}
