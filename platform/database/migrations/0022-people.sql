-- Roles of administrators. Those of earlier versions could do everything, so they are owners.
alter table accounts.administrator
  add column role text not null default 'owner'
    constraint administrator_role_known check (role in ('owner', 'manager', 'packer')),
  -- A suspended administrator keeps the role and cannot use it.
  add column suspended_at timestamptz;
