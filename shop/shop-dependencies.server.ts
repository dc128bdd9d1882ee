import type { Logger } from 'pino'
import type { ShopDatabase } from '#db/connection/connect.server.ts'
import type { OrderBatcher } from './checkout/placing/order-batcher.server.ts'
import type { ShopIdentity } from './identity/shop-identity.ts'
import type { MailRoute } from './mail/transport/mail-route.ts'
import type { MailTransport } from './mail/transport/mail-transport.server.ts'
import type { Outbox } from './mail/outbox/outbox.server.ts'
import type { OrderLimits } from './settings/order-limits.ts'
import type { PictureStore } from './media/picture-store.server.ts'

/** Everything a use-case may reach: handed in, so that tests hand in their own clock, store and database. */
export type ShopDependencies = {
  db: ShopDatabase
  pictures: PictureStore
  outbox: Outbox
  /** Where mails go, for what is sent at once and never queued. */
  mail: { route: MailRoute; transport: MailTransport }
  orderBatcher: OrderBatcher
  identity: ShopIdentity
  limits: OrderLimits
  clock: () => Date
  log: Logger
  /** The address shoppers reach the shop by, without a slash at its end. */
  publicUrl: string
}
