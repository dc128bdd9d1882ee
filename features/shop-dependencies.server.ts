import type { Logger } from 'pino'
import type { ShopDatabase } from '#platform/database/connection/connect.server.ts'
import type { OwnTexts } from './content/content-pages.ts'
import type { HeroPicture } from './content/shop-pictures.ts'
import type { OrderBatcher } from './checkout/placing/order-batcher.server.ts'
import type { DeliverySettings } from '#shop/delivery/delivery-settings.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import type { MailRoute } from './mail/transport/mail-route.ts'
import type { MailTransport } from './mail/transport/mail-transport.server.ts'
import type { Outbox } from './mail/outbox/outbox.server.ts'
import type { OrderLimits } from '#shop/order-limits.ts'
import type { RetentionDays } from '#shop/retention.ts'
import type { OwnerSwitches } from './settings/owner-switches.ts'
import type { PictureStore } from '#platform/picture-store/picture-store.server.ts'

export type ShopDependencies = {
  db: ShopDatabase
  pictures: PictureStore
  outbox: Outbox
  mail: { route: MailRoute; transport: MailTransport }
  orderBatcher: OrderBatcher
  identity: ShopIdentity
  limits: OrderLimits
  switches: OwnerSwitches
  /** The owner's texts; a page without one shows the standard text. */
  texts: OwnTexts
  heroPicture: HeroPicture | null
  delivery: DeliverySettings
  /** Set by the operator, shown to the owner. */
  retention: RetentionDays
  clock: () => Date
  log: Logger
  /** Without a trailing slash. */
  publicUrl: string
}
