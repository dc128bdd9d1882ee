-- The products of the demonstration that shoppers still see: an owner with a company of their own is told how many there are.
-- They are known by their pictures, whose keys end with one and the same moment (shop/catalogue/demo/demo-products.ts).
create index demo_products on products (id)
 where is_active and image_url like '%-1793523600000.webp';
