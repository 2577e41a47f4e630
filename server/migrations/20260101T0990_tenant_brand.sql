-- how the product looks to the people of a tenant; empty: as it comes
alter table tenant
  add column brand_title varchar(30),
  add column brand_color varchar(7),
  add column logo_url varchar(500);
