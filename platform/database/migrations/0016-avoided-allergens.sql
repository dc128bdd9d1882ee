-- The allergens that a customer avoids. Data about health: null unless the customer asked to keep them in the account.
alter table user_profiles add column avoided_allergens text[] check (
  cardinality(avoided_allergens) between 1 and 14
  and avoided_allergens <@ array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs', 'mustard', 'nuts', 'peanuts', 'sesame', 'soybeans', 'sulphites']);
