-- 上次由本系统推送到企业微信的时间
alter table wecom_upstream add column push_time timestamptz;
