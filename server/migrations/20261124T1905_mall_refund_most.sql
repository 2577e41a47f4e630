-- How much of its book could be asked back when a refund was applied for; nobody else asks meanwhile.

alter table mall_order_refund add column most_price numeric(18,2);
alter table mall_order_refund alter column order_no set not null;
