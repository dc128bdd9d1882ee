-- What an import needs the owner's word for, and what its undo did with products that were added.
alter table product_import_lines
  -- Texts about a product that goes on sale: its form asks about the same.
  add column warnings jsonb not null default '[]' check (jsonb_typeof(warnings) = 'array'),
  drop constraint product_import_lines_undo_check,
  add constraint product_import_lines_undo_check
    check (undo in ('undone', 'switched-off', 'changed-since', 'counted-since', 'stock-gone', 'code-taken', 'has-products'));
-- From now on 'undone' is a product that was deleted again.
update product_import_lines set undo = 'switched-off' where outcome = 'added' and undo = 'undone' and product_id is not null;
