-- Strategies name roles as everything else does: by their ids.

alter table seal_sign_strategy rename column role_aliases to role_ids;
