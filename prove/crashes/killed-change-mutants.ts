import type { Mutant } from '#prove/runner/mutants.ts'

/** Each of these mutants makes the whole change in two transactions. */
export const killedChangeMutants: Mutant[] = [
  {
    guard: 'all prices of a change are written in one transaction',
    step: 'price-kills',
    file: 'features/catalogue/price-changes/price-changes.server.ts',
    from: "return shop.db.withActor(admin, (trx) => callProcedure(trx, 'change_prices', { id, rule, lines }))",
    to: `const half = lines.splice(0, lines.length / 2)
  await shop.db.withActor(admin, (trx) => callProcedure(trx, 'change_prices', { id: crypto.randomUUID(), rule, lines: half }))
  return shop.db.withActor(admin, (trx) => callProcedure(trx, 'change_prices', { id, rule, lines }))`,
  },
  {
    guard: 'all lines of an import are written in one transaction',
    step: 'import-kills',
    file: 'features/catalogue/import/product-imports.server.ts',
    from: `  return shop.db.withActor(admin, async (trx) => {
    await allowLongStatement(trx)
    return callProcedure(trx, 'apply_product_import', { id, version, reason, is_confirmed: isConfirmed })
  })`,
    to: `  const apply = (importId, seen) => shop.db.withActor(admin, async (trx) => {
    await allowLongStatement(trx)
    return callProcedure(trx, 'apply_product_import', { id: importId, version: seen, reason, is_confirmed: isConfirmed })
  })
  const stored = await shop.db.queryAs(admin, (db) => selectImportContent(db, id))
  const lines = await shop.db.queryAs(admin, (db) =>
    db.selectFrom('product_import_lines').selectAll().where('import_id', '=', id).orderBy('line').execute())
  const save = (importId, seen, content, part) => shop.db.queryAs(admin, (db) => callProcedure(db, 'save_product_import',
    { ...stored, id: importId, version: seen, content, lines: part }))
  const half = crypto.randomUUID()
  await save(half, 0, stored.content, lines.splice(0, lines.length / 2))
  await apply(half, 1)
  await save(id, version, null, lines)
  return apply(id, version + 1)`,
  },
  {
    guard: 'the emails of a recall are queued in the transaction that records them',
    step: 'recall-kills',
    file: 'features/stock/recalls/sql/send_recall_emails.sql',
    from: `  if v_recall.mailed_at is not null then
    return public.refused('already-sent');`,
    to: `  if v_recall.mailed_at is null then
    update public.recalls r set mailed_at = now(), mailed_by = public.current_user_id(), mailed_customers = 0 where r.id = p_recall_id;
    return public.done(jsonb_build_object('mailed', 0, 'without_email', 0));
  end if;
  if exists (select from public.outbox m where m.payload ->> 'recall_id' = p_recall_id::text) then
    return public.refused('already-sent');`,
    also: {
      file: 'features/stock/recalls/recalls.server.ts',
      from: `const told = await shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'send_recall_emails', { recall_id: id, expected }),
  )`,
      to: `const tell = () => shop.db.queryAs(admin, (db) => callProcedure(db, 'send_recall_emails', { recall_id: id, expected }))
  await tell()
  const told = await tell()`,
    },
  },
  {
    guard: 'the customers of a recall are told once',
    step: 'recall-kills',
    file: 'features/stock/recalls/sql/send_recall_emails.sql',
    from: 'if v_recall.mailed_at is not null then',
    to: 'if false then',
  },
]
