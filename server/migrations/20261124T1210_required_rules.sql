-- Rules of replies hold from and to a time, and seals stand beside their keyword by a length: none is left open.
update msg_reply_rule set effect_time_start = coalesce(effect_time_start, '00:00:00'),
  effect_time_end = coalesce(effect_time_end, '23:59:59'), priority = coalesce(priority, 0);
alter table msg_reply_rule alter column effect_time_start set not null;
alter table msg_reply_rule alter column effect_time_end set not null;
alter table msg_reply_rule alter column priority set not null;
update seal_sign_rule set offset_x = coalesce(offset_x, 0), offset_y = coalesce(offset_y, 0);
alter table seal_sign_rule alter column offset_x set not null;
alter table seal_sign_rule alter column offset_y set not null;
