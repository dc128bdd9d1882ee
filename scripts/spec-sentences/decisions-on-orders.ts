import { sentencesOf, type SpecSentence } from './sentence.ts'

const PLACE = 'db/procedures/place_orders.sql'

export const decisionsOnOrders: SpecSentence[] = [
  ...sentencesOf('D21', [
    {
      sentence: 'A new order is pending; estimated_delivery is 3 working days (England and Wales) after placing',
      files: [PLACE, 'db/procedures/working_days_after.sql'],
      tests: [
        'db/place-order.sql.test.ts › D21 the estimate is three working days after today in London',
        'db/working-days.sql.test.ts › D21 three working days after every day of ten years',
      ],
    },
  ]),
  ...sentencesOf('D22', [
    {
      sentence: 'Status moves only forward by one step or to cancelled; the database refuses anything else',
      files: ['db/procedures/move_order.sql', 'db/migrations/0004-what-triggers-keep.sql'],
      tests: [
        'db/move-order.sql.test.ts › the status is refused to every direct change but one step',
        'db/races-for-orders.sql.test.ts › two owners take the same step at once',
        'tests/requests/tampering.test.ts › even the owner cannot jump',
      ],
    },
    {
      sentence: 'Every change is kept in an order history: who, when, from, to, reason',
      files: ['db/migrations/0001-shop.sql', 'web/admin/order-history.tsx'],
      tests: [
        'db/move-order.sql.test.ts › D22 every step is in the history, with who took it',
        'db/wrong-states.sql.test.ts › a history that is rewritten',
      ],
    },
  ]),
  ...sentencesOf('D23', [
    {
      sentence: 'cancel_order locks the order, is idempotent, refuses what may not be cancelled, gives stock back',
      files: ['db/procedures/cancel_order.sql'],
      tests: [
        'db/cancel-order.sql.test.ts › §4 cancelling twice gives the stock back once',
        'db/races-for-orders.sql.test.ts › §4 20 cancellations at once',
        'db/races-for-orders.sql.test.ts › nobody cancels an order that they did not see',
      ],
    },
    {
      sentence: 'The typed reason is kept beside Cancelled by admin; a delivered order’s goods are not put back',
      files: ['db/procedures/cancel_order.sql'],
      tests: [
        'db/cancel-order.sql.test.ts › D23 the history keeps the fixed sentence and what the owner typed',
        'db/cancel-order.sql.test.ts › the customer reads the sentence, and neither the reason that was typed',
        'db/cancel-order.sql.test.ts › a delivered order that is cancelled keeps the day it arrived',
      ],
    },
  ]),
  ...sentencesOf('D24', [
    {
      sentence: 'Items can be edited until delivered or cancelled; one stays; stock follows in the same transaction',
      files: ['db/procedures/edit_order.sql'],
      tests: [
        'db/edit-order.sql.test.ts › §5 D24 quantities go up and down',
        'db/edit-order.sql.test.ts › D24 at least one item stays: %j',
        'web/admin/edit-order.sql.test.ts › D24 an order that was cancelled meanwhile can no longer be edited',
        'db/races-for-one-order.sql.test.ts › D22 D23 D24 D27 two administrators and a customer',
      ],
    },
    {
      sentence: 'A price in an order never changes when the product’s does',
      files: ['db/migrations/0001-shop.sql'],
      tests: ['db/edit-order.sql.test.ts › D24 a price in an order never changes when the product’s does'],
    },
  ]),
  ...sentencesOf('D25', [
    {
      sentence: 'All times shown are Europe/London; the countdown’s 21:30 is London time, across clock changes',
      files: ['shop/dates.ts', 'shop/orders/dispatch-countdown.ts'],
      tests: [
        'shop/orders/dispatch-countdown.test.ts › D25 the clocks going forward',
        'shop/dates.sql.test.ts › D25 the database agrees on which day it is in London',
      ],
    },
  ]),
  ...sentencesOf('D26', [
    {
      sentence: 'Search by short or full id, name, e-mail, phone and post code, on the server, filter and page in the address bar',
      files: ['db/procedures/find_orders.sql', 'web/admin/order-list-view.ts'],
      tests: [
        'tests/requests/main-job.test.ts › D26 the owner finds it by short id, full id',
        'web/admin/order-list-view.test.ts › D26 search, filter and page are read from the address',
      ],
    },
    {
      sentence: 'It also finds by four characters of an id, either apostrophe or none, street, city and product',
      files: ['db/procedures/order_search_terms.sql', 'db/procedures/search_orders_of_products.sql', 'db/migrations/0020-undone-steps-and-order-words.sql'],
      tests: [
        'shop/orders/order-search.sql.test.ts › finds by %s',
        'shop/orders/order-search.sql.test.ts › D26 finds by the beginning of an id from four characters on',
        'shop/orders/order-search.sql.test.ts › D26 finds by the name of a product that the order holds',
      ],
    },
  ]),
  ...sentencesOf('D27', [
    {
      sentence: 'Every stock change by a person is an inventory_adjustments row with who and why',
      files: ['db/procedures/update_product_stock.sql'],
      tests: [
        'db/stock.sql.test.ts › §7 D27 the stock changes by so many',
        'server/load-demo.sql.test.ts › D27 the first stock of each is in the ledger',
      ],
    },
    {
      sentence: 'Stock below zero is refused with Stock cannot go below zero',
      files: ['db/procedures/update_product_stock.sql', 'shop/stock/stock.server.ts'],
      tests: [
        'db/stock.sql.test.ts › D27 below zero is refused and leaves no row',
        'shop/stock/stock.sql.test.ts › below zero is refused in words',
      ],
    },
  ]),
  ...sentencesOf('D28', [
    {
      sentence: 'The mail is queued in the placing transaction and sent by a worker with retries: exactly one an order',
      files: [PLACE, 'server/mail-worker.ts', 'shop/mail/outbox-sql.server.ts', 'db/procedures/claim_mails.sql'],
      tests: [
        'server/mail-worker-killed.sql.test.ts › D28 One mail, even if the process dies',
        'tests/requests/crowd.test.ts › D28 the 20 who bought get one mail each',
        'tests/requests/crash.test.ts › each has its mail',
      ],
    },
    {
      sentence: 'An address that nobody has confirmed gets one mail about orders; the others are held until it is (decision 0027)',
      files: ['db/procedures/claim_mails.sql', 'db/procedures/release_held_mails.sql'],
      tests: [
        'server/unverified-order-mails.sql.test.ts › 60 orders at once are one mail',
        'server/unverified-order-mails.sql.test.ts › once the address is confirmed, the news of the last day is sent',
        'server/unverified-order-mails.sql.test.ts › confirmed while mails are being taken',
      ],
    },
    {
      sentence: 'send-order-email queues it if it is not queued, and never sends a second',
      files: ['server/order-mail-function.ts'],
      tests: [
        'server/order-mail-function.sql.test.ts › D28 an order whose mail is queued or sent gets no second',
      ],
    },
  ]),
  ...sentencesOf('D29', [
    {
      sentence: 'Feedback and enquiry log to the browser console, thank the visitor and send nothing',
      files: ['web/enquiries/use-enquiry.ts', 'web/enquiries/enquiry-thanks.tsx'],
      tests: [
        'tests/journeys/enquiries.spec.ts › notes the entries in the browser, thanks the visitor and sends nothing',
      ],
    },
  ]),
  ...sentencesOf('D38', [
    {
      sentence: 'A step forward of an order can be undone for ten seconds',
      files: ['db/procedures/undo_order_move.sql', 'db/migrations/0020-undone-steps-and-order-words.sql', 'web/admin/undo-button.tsx'],
      tests: [
        'db/undo-order-move.sql.test.ts › D38 for ten seconds and no longer, by the clock of the database',
        'db/undo-order-move.sql.test.ts › one undoes while the other moves on',
        'db/undo-order-move.sql.test.ts › D22 a step back is refused to every other hand',
        'tests/journeys/order-undo.spec.ts › D38 p j p j handles every order in turn',
      ],
    },
    {
      sentence: 'Its mail waits for that long, and goes unsent when it is undone',
      files: ['db/procedures/move_order.sql', 'db/procedures/undo_order_move.sql'],
      tests: [
        'db/undo-order-move.sql.test.ts › and back: status, day of delivery and stock are as before',
        'db/undo-order-move.sql.test.ts › D38 a mail that a worker has taken',
      ],
    },
    {
      sentence: 'Handled rows stay, and a button in the place of another waits: a second press acts on nothing else',
      files: ['web/admin/order-list-hold.ts', 'web/admin/step-button.tsx', 'web/admin/product-list-hold.ts', 'web/admin/kept-mails.ts'],
      tests: [
        'tests/journeys/order-undo.spec.ts › D38 a second click on the same spot moves nothing else',
        'web/admin/order-list-hold.test.ts › D38 what was handled stays where it is',
        'tests/journeys/order-undo.spec.ts › D38 a product that was switched stays in its row',
        'web/admin/kept-mails.test.ts › D28 a mail that was sent again keeps its line',
      ],
    },
  ]),
]
