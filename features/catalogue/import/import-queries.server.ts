import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import { PRODUCT_TEXT_NAMES } from '#features/catalogue/product-form/product-texts.ts'
import type { ImportSubject, MappedColumn } from './import-columns.ts'
import type { ImportedProduct } from './plan-line.ts'
import type { ImportOutcome, ListedLine, StoredImport } from './planned-line.ts'

const PRODUCT_COLUMNS = sql`id, slug, version, name, category_id, sku, barcode, price, vat_rate, stock, is_active, is_featured,
  is_best_seller, image_url, nutrition_info, allergens, manufacturer, archived_at, offer_ends_at,
  ${sql.join(PRODUCT_TEXT_NAMES.map((name) => sql.ref(name)))}`

/** Products that are not archived, by address, after the given one. */
export async function selectProductsAfter(
  db: Kysely<DB>,
  slug: string,
  limit: number,
): Promise<ImportedProduct[]> {
  const { rows } = await sql<ImportedProduct>`
    select ${PRODUCT_COLUMNS} from products where slug > ${slug} and archived_at is null order by slug limit ${limit}`.execute(
    db,
  )
  return rows
}

export type ProductKeys = { skuKeys: string[]; barcodeKeys: string[]; slugs: string[]; names: string[] }

/** Products with one of the keys; SKUs in lower case, barcodes with 14 digits. */
export async function selectProductsByKeys(
  db: Kysely<DB>,
  { skuKeys, barcodeKeys, slugs, names }: ProductKeys,
): Promise<ImportedProduct[]> {
  const { rows } = await sql<ImportedProduct>`
    select ${PRODUCT_COLUMNS} from products
     where id in (
       select id from products where sku is not null and lower(sku) = any (${skuKeys}::text[])
       union all select id from products where barcode is not null and lpad(barcode, 14, '0') = any (${barcodeKeys}::text[])
       union all select id from products where slug = any (${slugs}::text[])
       union all select id from products where name = any (${names}::text[]))`.execute(db)
  return rows
}

export type CategoryRow = {
  id: string
  slug: string
  name: string
  description: string | null
  is_on_home_page: boolean
  version: number
  products: number
}

export async function selectCategoriesToExport(db: Kysely<DB>): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select c.id, c.slug, c.name, c.description, c.is_on_home_page, c.version, counts.products
      from categories c join category_counts counts on counts.category_id = c.id
     order by c.position, lower(c.name) collate "C", c.id`.execute(db)
  return rows
}

/** `lines` is a JSON array of planned lines. */
export async function addImportLines(db: Kysely<DB>, id: string, lines: string) {
  await sql`select add_product_import_lines(${id}, ${lines})`.execute(db)
}

/** Thousands of lines take longer than other statements may. */
export async function allowLongStatement(db: Kysely<DB>) {
  await sql`set local statement_timeout = '300s'`.execute(db)
}

export async function selectImportProgress(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ done: number | null }>`select read_product_import_progress() as done`.execute(
    db,
  )
  return rows[0]?.done ?? 0
}

const IMPORT = sql`
  select i.id, i.subject, i.file_name, i.columns, i.version, i.created_at, i.imported_at, i.undone_at, coalesce(u.full_name, u.email) as imported_by,
         json_build_object('changed', c.changed, 'added', c.added, 'same', c.same, 'faulty', c.faulty) as counts, c.kept, c.changes_stock, c.to_confirm,
         json_build_object('added_on', c.added_on, 'added_off', c.added - c.added_on, 'put_on', c.put_on, 'taken_off', c.taken_off) as sale,
         json_build_object('restored', c.restored, 'deleted', c.deleted, 'switched_off', c.switched_off) as undone
    from product_imports i
    left join user_profiles u on u.user_id = i.imported_by,
    lateral (select count(*) filter (where l.outcome = 'changed')::integer as changed, count(*) filter (where l.outcome = 'added')::integer as added,
                    count(*) filter (where l.outcome = 'same')::integer as same, count(*) filter (where l.outcome = 'faulty')::integer as faulty,
                    count(*) filter (where l.undo not in ('undone', 'switched-off'))::integer as kept,
                    count(*) filter (where l.undo = 'undone' and l.outcome = 'changed')::integer as restored,
                    count(*) filter (where l.undo = 'undone' and l.outcome = 'added')::integer as deleted,
                    count(*) filter (where l.undo = 'switched-off')::integer as switched_off,
                    count(*) filter (where l.warnings <> '[]')::integer as to_confirm,
                    count(*) filter (where l.outcome = 'added' and l.after -> 'is_active' = 'true')::integer as added_on,
                    count(*) filter (where l.outcome = 'changed' and l.after -> 'is_active' = 'true')::integer as put_on,
                    count(*) filter (where l.outcome = 'changed' and l.after -> 'is_active' = 'false')::integer as taken_off,
                    coalesce(bool_or(l.outcome = 'changed' and l.after ? 'stock'), false) as changes_stock
               from product_import_lines l where l.import_id = i.id) c`

export async function selectImport(db: Kysely<DB>, id: string): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`${IMPORT} where i.id = ${id}`.execute(db)
  return rows[0]
}

export async function selectImportContent(db: Kysely<DB>, id: string) {
  const { rows } = await sql<{
    subject: ImportSubject
    file_name: string
    content: string
    columns: MappedColumn[]
  }>`
    select subject, file_name, content, columns from product_imports where id = ${id}`.execute(db)
  return rows[0]
}

export async function selectImportColumns(db: Kysely<DB>, id: string): Promise<MappedColumn[]> {
  const { rows } = await sql<{ columns: MappedColumn[] }>`
    select columns from product_imports where id = ${id}`.execute(db)
  return rows[0]?.columns ?? []
}

export async function selectRecentImports(db: Kysely<DB>): Promise<StoredImport[]> {
  const { rows } = await sql<StoredImport>`
    ${IMPORT} where i.created_at >= now() - interval '7 days' order by i.created_at desc, i.id limit 20`.execute(
    db,
  )
  return rows
}

/** Faulty lines first, then those to confirm, changes, new products, and unchanged ones. */
export async function selectImportLines(
  db: Kysely<DB>,
  id: string,
  { outcome, offset, limit }: { outcome: ImportOutcome | null; offset: number; limit: number },
): Promise<ListedLine[]> {
  const { rows } = await sql<ListedLine>`
    select line, outcome, product_id, category_id, name, changes, problems, warnings, notes, undo from product_import_lines
     where import_id = ${id} and (${outcome}::text is null or outcome = ${outcome})
     order by coalesce(undo <> 'undone', false) desc, outcome <> 'faulty', warnings = '[]', array_position(array['faulty', 'changed', 'added', 'same'], outcome), line
     offset ${offset} limit ${limit}`.execute(db)
  return rows
}
