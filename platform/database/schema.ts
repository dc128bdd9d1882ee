/** Row types, made by `node scripts/generate-schema.ts` from the migrated database. Never edited by hand. */
import type { ColumnType } from 'kysely'

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>

export type Json = JsonValue

export type JsonArray = JsonValue[]

export type JsonObject = {
  [x: string]: JsonValue | undefined
}

export type JsonPrimitive = boolean | number | string | null

export type JsonValue = JsonArray | JsonObject | JsonPrimitive

export interface AccessEvents {
  actor_kind: string
  area: string
  at: Generated<string>
  details: Json | null
  event: string
  id: Generated<number>
  user_id: string | null
}

export interface AuditEvents {
  actor_id: string | null
  actor_kind: string
  after: Json | null
  at: Generated<string>
  before: Json | null
  event: string
  id: Generated<number>
  subject_id: string
  subject_kind: string
  version: number | null
}

export interface Backups {
  bytes: number | null
  id: Generated<number>
  is_encrypted: boolean
  location: string
  made_at: string
  missing_pictures: number | null
  picture_count: number | null
  problem: string | null
  row_count: number | null
  verified_at: string | null
}

export interface BatchMovements {
  adjustment_id: number
  batch_id: string
  id: Generated<number>
  order_id: string | null
  quantity_change: number
}

export interface BestSellersCache {
  days: number
  period_start: string
  product_ids: string[]
  sales_fingerprint: string
}

export interface BoughtTogether {
  customers: number
  other_id: string
  position: number
  product_id: string
}

export interface BoughtTogetherRefresh {
  is_only_row: Generated<boolean>
  refreshed_at: string
}

export interface BuiltAssets {
  br: Buffer | null
  content_type: string
  gzip: Buffer | null
  last_seen_at: Generated<string>
  path: string
  plain: Buffer
}

export interface CacheNodes {
  is_evicted: Generated<boolean>
  node: string
  renewals: Generated<number>
  replica_mark: Generated<number>
  secret_fingerprint: Generated<string>
}

export interface Categories {
  created_at: Generated<string>
  description: string | null
  id: Generated<string>
  image_url: string | null
  is_on_home_page: Generated<boolean>
  name: string
  position: number | null
  slug: string
  updated_at: Generated<string>
  version: Generated<number>
}

export interface CategoryCounts {
  best_sellers: Generated<number>
  category_id: string
  products: Generated<number>
}

export interface CommonWords {
  word: string
}

export interface ContentVersions {
  page: string
  restored_version: number | null
  saved_at: Generated<string>
  saved_by: string
  texts: Json
  version: number
}

export interface CustomerNotes {
  at: Generated<string>
  author_id: string
  id: Generated<number>
  text: string
  user_id: string
}

export interface DailyOrderCounts {
  cumulative_orders: number
  day: string
  orders: number
}

export interface DailyProductCosts {
  cost_pence: number
  day: string
  pence: number
  product_id: string
  quantity: number
}

export interface DailyProductSales {
  day: string
  pence: number
  product_id: string
  quantity: number
}

export interface DailySales {
  day: string
  delivery_pence: Generated<number>
  orders: number
  pence: number
  revision: Generated<number>
}

export interface DailyVatSales {
  day: string
  delivery_pence: number
  pence: number
  vat_pence: number
  vat_rate: number | null
}

export interface Deliveries {
  created_at: Generated<string>
  created_by: string
  id: string
  lines: Generated<Json>
  reason: string | null
  received_at: string | null
  received_by: string | null
  supplier: string | null
  updated_at: Generated<string>
  version: Generated<number>
}

export interface ErasedCustomers {
  erased_at: Generated<string>
  user_id: string
}

export interface IdempotencyKeys {
  created_at: Generated<string>
  key: string
  order_id: string
  request_hash: string
  user_id: string
}

export interface InventoryAdjustments {
  action_type: string
  actor_id: string | null
  actor_kind: string
  batch_id: string | null
  created_at: Generated<string>
  id: Generated<number>
  order_id: string | null
  product_id: string
  quantity_change: number
  reason: string
  refund_id: string | null
  stock_after: number
}

export interface Offers {
  end_reason: string | null
  ended_at: string | null
  ended_by: string | null
  ends_at: string
  form_id: string
  id: Generated<string>
  made_at: Generated<string>
  made_by: string
  normal_price: number | null
  offer_price: number
  product_id: string
  reference_until: string | null
  started_at: string | null
  starts_at: string
}

export interface OrderHistory {
  actor_id: string
  actor_kind: string
  at: Generated<string>
  customer_note: string | null
  details: Json | null
  event: string
  from_status: string | null
  id: Generated<number>
  note: string | null
  order_id: string
  reason: string | null
  to_status: string | null
  undo_count: Generated<number>
}

export interface OrderItems {
  allergy_advice: string | null
  id: Generated<string>
  image_url: string | null
  line_number: number
  net_weight: string | null
  order_id: string
  price: number
  product_id: string
  product_name: string
  quantity: number
  subtotal: Generated<number>
  vat_rate: number | null
}

export interface OrderNotes {
  at: Generated<string>
  author_id: string
  id: Generated<number>
  is_for_packers: Generated<boolean>
  order_id: string
  text: string
}

export interface Orders {
  actual_delivery: string | null
  carrier: string | null
  created_at: Generated<string>
  delivery_charge: Generated<number>
  delivery_free_over: number | null
  delivery_rate: number | null
  delivery_service: Generated<string>
  dispatch_day: string | null
  door_payment: string | null
  estimated_delivery: string
  id: Generated<string>
  payment_method: Generated<string>
  search_text: Generated<string>
  shipping_address: Json
  status: Generated<string>
  total_amount: number
  tracking_number: string | null
  updated_at: Generated<string>
  user_id: string
  version: Generated<number>
}

export interface OrderSearchTexts {
  search_text: string
  user_id: string
}

export interface Outbox {
  attempts: Generated<number>
  available_at: Generated<string>
  created_at: Generated<string>
  dedupe_key: string
  dropped_at: string | null
  held_for_user_id: string | null
  id: Generated<number>
  kind: string
  last_error: string | null
  leased_until: string | null
  message_id: string | null
  payload: Generated<Json>
  recipient: string | null
  sent_at: string | null
}

export interface PhoneOrders {
  idempotency_key: string
  order_id: string
  placed_by: string
  request_hash: string
}

export interface PictureRemovals {
  image_url: string
  removed_at: Generated<string>
  widths: number[]
}

export interface Pictures {
  created_at: Generated<string>
  height: number
  image_url: string
  key: string
  placeholder: string | null
  width: number
  widths: number[]
}

export interface PriceChangeLines {
  is_undone: Generated<boolean>
  new_price: number
  old_price: number
  price_change_id: string
  product_id: string
  version: number
}

export interface PriceChanges {
  id: string
  made_at: Generated<string>
  made_by: string
  rule: Json
  undone_at: string | null
  undone_by: string | null
}

export interface ProductBatches {
  batch_number: string | null
  best_before: string | null
  delivery_id: string | null
  id: Generated<string>
  is_recalled: Generated<boolean>
  is_unrecorded: Generated<boolean>
  line_number: number | null
  opening_quantity: Generated<number>
  product_id: string
  received_at: Generated<string>
  remaining: Generated<number>
  unit_cost: number | null
}

export interface ProductImportLines {
  after: Json | null
  before: Json | null
  category_id: string | null
  changes: Generated<Json>
  import_id: string
  line: number
  name: string
  notes: Generated<Json>
  outcome: string
  problems: Generated<Json>
  product_id: string | null
  seen_stock: number | null
  seen_version: number | null
  undo: string | null
  warnings: Generated<Json>
}

export interface ProductImports {
  columns: Json
  content: string
  created_at: Generated<string>
  created_by: string
  file_name: string
  id: string
  imported_at: string | null
  imported_by: string | null
  last_adjustment_id: number | null
  reason: string | null
  subject: Generated<string>
  undone_at: string | null
  undone_by: string | null
  version: Generated<number>
}

export interface ProductListing {
  allergens_contained: number
  allergens_possible: number
  category_id: string
  created_at: string
  featured_position: number | null
  id: string
  is_best_seller: boolean
  is_featured: boolean
  is_in_stock: boolean
  name: string
  name_vector: string
  price: number
  price_per_kilogram: number | null
  search_vector: string
  suitable_for: number
  unsafe_allergens: number
}

export interface ProductPairings {
  pairs_with_id: string
  position: number
  product_id: string
}

export interface Products {
  allergens: Generated<Json>
  allergy_advice: string | null
  archived_at: string | null
  badge: string | null
  barcode: string | null
  brand: string
  category_id: string
  country_of_origin: string | null
  created_at: Generated<string>
  description: string | null
  dietary_info: string | null
  featured_position: number | null
  id: Generated<string>
  image_alt: string | null
  image_url: string | null
  ingredients: string | null
  is_active: Generated<boolean>
  is_best_seller: Generated<boolean>
  is_featured: Generated<boolean>
  lifestyle: string | null
  manufacturer: Json
  more_pictures: Generated<Json>
  name: string
  net_weight: string | null
  nutrition_info: Generated<Json>
  offer_ends_at: string | null
  price: number
  reference_price: number | null
  sellable_stock: number | null
  sku: string | null
  slug: string
  stock: number
  storage_instructions: string | null
  updated_at: Generated<string>
  vat_rate: number | null
  version: Generated<number>
}

export interface ProductSearchText {
  category_id: string
  created_at: string
  id: string
  is_active: boolean
  name: string
  price: number
  search_text: string
  stock_bucket: number
}

export interface ProductSearchVectors {
  category_id: string
  created_at: string
  id: string
  is_active: boolean
  name: string
  price: number
  search_vector: string
}

export interface ProductStockBuckets {
  category_id: string
  id: string
  is_active: boolean
  stock_bucket: number
}

export interface ProductWords {
  stem: string
  word: string
}

export interface RecallBatches {
  batch_id: string
  recall_id: string
}

export interface Recalls {
  created_at: Generated<string>
  created_by: string
  customer_text: string
  end_outcome: string | null
  end_reason: string | null
  ended_at: string | null
  ended_by: string | null
  id: string
  mailed_at: string | null
  mailed_by: string | null
  mailed_customers: number | null
  product_id: string
  reason: string
}

export interface RefundLines {
  amount: number
  order_item_id: string
  quantity: number
  refund_id: string
}

export interface Refunds {
  actor_id: string
  amount: number
  at: Generated<string>
  delivery_amount: Generated<number>
  id: Generated<string>
  idempotency_key: string
  is_restocked: boolean
  method: string
  order_id: string
  reason: string
  request_hash: string
}

export interface SearchGroupNarrower {
  group_id: number
  narrower_id: number
  use_position: number | null
}

export interface SearchGroups {
  created_at: Generated<string>
  id: Generated<number>
  is_own: Generated<boolean>
  name: string
  updated_at: Generated<string>
  version: Generated<number>
}

export interface SearchGroupWords {
  compact: string
  group_id: number
  stems: string[]
  word: string
}

export interface SearchMisses {
  count: Generated<number>
  day: string
  search: string
}

export interface SearchVocabulary {
  word: string
}

export interface SearchWordFiles {
  name: string
  sha256: string
}

export interface Settings {
  name: string
  set_by: Generated<string>
  updated_at: Generated<string>
  value: Json
  version: Generated<number>
}

export interface StockAlerts {
  created_at: Generated<string>
  email: string
  id: Generated<number>
  product_id: string
  stop_token: string
}

export interface StockTakeLines {
  batch_id: string | null
  counted: number | null
  counted_at: string | null
  counted_by: string | null
  expected: number | null
  id: Generated<number>
  product_id: string
  stock_take_id: string
}

export interface StockTakes {
  applied_at: string | null
  applied_by: string | null
  created_at: Generated<string>
  created_by: string
  id: string
  reason: string | null
  title: string
  updated_at: Generated<string>
  version: Generated<number>
}

export interface UnverifiedAddressEmails {
  created_at: Generated<string>
  mail_id: number
  user_id: string
}

export interface UserProfiles {
  address: string | null
  avoided_allergens: string[] | null
  city: string | null
  country: Generated<string | null>
  created_at: Generated<string>
  email: string | null
  full_name: string | null
  phone: string | null
  post_code: string | null
  updated_at: Generated<string>
  user_id: string
}

export interface WordsWithoutFood {
  kind: string
  word: string
}

export interface DB {
  access_events: AccessEvents
  audit_events: AuditEvents
  backups: Backups
  batch_movements: BatchMovements
  best_sellers_cache: BestSellersCache
  bought_together: BoughtTogether
  bought_together_refresh: BoughtTogetherRefresh
  built_assets: BuiltAssets
  cache_nodes: CacheNodes
  categories: Categories
  category_counts: CategoryCounts
  common_words: CommonWords
  content_versions: ContentVersions
  customer_notes: CustomerNotes
  daily_order_counts: DailyOrderCounts
  daily_product_costs: DailyProductCosts
  daily_product_sales: DailyProductSales
  daily_sales: DailySales
  daily_vat_sales: DailyVatSales
  deliveries: Deliveries
  erased_customers: ErasedCustomers
  idempotency_keys: IdempotencyKeys
  inventory_adjustments: InventoryAdjustments
  offers: Offers
  order_history: OrderHistory
  order_items: OrderItems
  order_notes: OrderNotes
  order_search_texts: OrderSearchTexts
  orders: Orders
  outbox: Outbox
  phone_orders: PhoneOrders
  picture_removals: PictureRemovals
  pictures: Pictures
  price_change_lines: PriceChangeLines
  price_changes: PriceChanges
  product_batches: ProductBatches
  product_import_lines: ProductImportLines
  product_imports: ProductImports
  product_listing: ProductListing
  product_pairings: ProductPairings
  product_search_text: ProductSearchText
  product_search_vectors: ProductSearchVectors
  product_stock_buckets: ProductStockBuckets
  product_words: ProductWords
  products: Products
  recall_batches: RecallBatches
  recalls: Recalls
  refund_lines: RefundLines
  refunds: Refunds
  search_group_narrower: SearchGroupNarrower
  search_group_words: SearchGroupWords
  search_groups: SearchGroups
  search_misses: SearchMisses
  search_vocabulary: SearchVocabulary
  search_word_files: SearchWordFiles
  settings: Settings
  stock_alerts: StockAlerts
  stock_take_lines: StockTakeLines
  stock_takes: StockTakes
  unverified_address_emails: UnverifiedAddressEmails
  user_profiles: UserProfiles
  words_without_food: WordsWithoutFood
}
