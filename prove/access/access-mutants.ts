import type { Mutant } from '#prove/runner/mutants.ts'

const POLICIES = 'db/policies.sql'
const SESSIONS = 'shop/accounts/sessions/session-queries.server.ts'

export const accessMutants: readonly Mutant[] = [
  {
    guard: 'a page sends away whoever may not come in before anything of it runs',
    step: 'routes',
    file: 'server/pages/page-handler.ts',
    from: `if (entry.access !== 'public' && actor.kind !== entry.access) {`,
    to: 'if (false as boolean) {',
  },
  {
    guard: 'a session ends',
    step: 'routes',
    file: SESSIONS,
    from: 'where session.id = $1 and session.expires_at > $2`',
    to: 'where session.id = $1 and $2::timestamptz is not null`',
  },
  {
    guard: 'an administrator is one at every request',
    step: 'routes',
    file: SESSIONS,
    from: 'case when session.is_admin_session and administrator.suspended_at is null then administrator.role end as admin_role',
    to: `case when session.is_admin_session then 'owner' end as admin_role`,
  },
  {
    guard: 'a customer cancels only what is theirs',
    step: 'data-of-others',
    file: 'db/procedures/orders/cancel_order.sql',
    from: '(v_is_customer and o.user_id = v_user_id)',
    to: 'v_is_customer',
  },
  {
    guard: 'shoppers read only what is on sale',
    step: 'catalogue',
    file: POLICIES,
    from: `ninth_bend_visitor, ninth_bend_customer\n  using (is_active);`,
    to: `ninth_bend_visitor, ninth_bend_customer\n  using (true);`,
  },
  {
    guard: 'a customer reads only their own orders',
    step: 'catalogue',
    file: POLICIES,
    from: 'create policy select_own on orders for select to ninth_bend_customer using (user_id = (select current_user_id()));',
    to: 'create policy select_own on orders for select to ninth_bend_customer using (true);',
  },
  {
    guard: 'only an administrator of now reads everybody’s orders',
    step: 'catalogue',
    file: POLICIES,
    from: 'create policy admin_select on orders for select to ninth_bend_admin using ((select is_admin()));',
    to: 'create policy admin_select on orders for select to ninth_bend_admin using (true);',
  },
  {
    guard: 'only an administrator of now edits products',
    step: 'catalogue',
    file: POLICIES,
    from: 'create policy admin_update on products for update to ninth_bend_admin using ((select is_manager()));',
    to: 'create policy admin_update on products for update to ninth_bend_admin using (true);\ncreate policy reads on products for select to ninth_bend_admin using (true);',
  },
  {
    guard: 'a customer finds only their own submits',
    step: 'catalogue',
    file: POLICIES,
    from: 'on idempotency_keys for select to ninth_bend_customer using (user_id = (select current_user_id()));',
    to: 'on idempotency_keys for select to ninth_bend_customer using (true);',
  },
  {
    guard: 'only an administrator of now changes stock',
    step: 'catalogue',
    file: 'db/procedures/catalogue/update_product_stock.sql',
    from: 'if not public.is_manager() then',
    to: 'if false then',
  },
  {
    guard: 'only an administrator of now moves orders',
    step: 'catalogue',
    file: 'db/procedures/orders/move_order.sql',
    from: 'if not public.is_admin() then',
    to: 'if false then',
  },
  {
    guard: 'the events of orders are for administrators',
    step: 'services',
    file: 'server/routes/admin-events-route.ts',
    from: `if (actor.kind !== 'admin')\n      return new Response(null, { status: 401,`,
    to: 'if (false as boolean) return new Response(null, { status: 401,',
  },
  {
    guard: 'a write from another site’s page is refused',
    step: 'services',
    file: 'web/http/route-guards.server.ts',
    from: 'if (site === null && origin === null) return undefined',
    to: 'if (site === null) return undefined',
  },
  {
    guard: 'pictures are read and never written',
    step: 'pictures',
    file: 'server/routes/storage-routes.ts',
    from: 'app.all(`${PUBLIC_PICTURE_PATH}*`',
    to: 'app.all(`${PUBLIC_PICTURE_PATH}none`',
  },
]
