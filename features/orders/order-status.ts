import { messages } from '#shop/messages/messages.ts'

/** In the order of the list's filter. features/orders/sql/order_statuses.sql has the same rules. */
export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export type CancelContext = 'customer' | 'list' | 'detail'
/** 'phone-us': the order has been shipped, so shoppers see the phone number. */
export type CancelPermission = 'yes' | 'phone-us' | 'no'

export type OrderStep = { to: OrderStatus; label: string; past: string; key: string; help: string }

type OrderStatusFacts = {
  label: string
  /** The step to the next status: its button label, '6 orders shipped', and its shortcut with help text. */
  step: OrderStep | null
  cancel: Readonly<Record<CancelContext, CancelPermission>>
  /** While an order is open, its items and delivery estimate can be edited, and its payment is due. */
  isOpen: boolean
  awaitsDispatch: boolean
  /** Shown instead of the tracker; null for a step of the tracker. */
  trackerNotice: string | null
  receiptTitle: string
}

const FACTS: Readonly<Record<OrderStatus, OrderStatusFacts>> = {
  pending: {
    label: 'Pending',
    step: {
      to: 'processing',
      label: 'Process',
      past: 'processed',
      key: 'p',
      help: 'Process a pending order',
    },
    cancel: { customer: 'yes', list: 'yes', detail: 'yes' },
    isOpen: true,
    awaitsDispatch: true,
    trackerNotice: null,
    receiptTitle: 'Order confirmation',
  },
  processing: {
    label: 'Processing',
    step: {
      to: 'shipped',
      label: 'Ship',
      past: 'shipped',
      key: 's',
      help: 'Ship an order that is processing',
    },
    cancel: { customer: 'yes', list: 'yes', detail: 'yes' },
    isOpen: true,
    awaitsDispatch: true,
    trackerNotice: null,
    receiptTitle: 'Order confirmation',
  },
  shipped: {
    label: 'Shipped',
    step: {
      to: 'delivered',
      label: 'Mark Delivered',
      past: 'delivered',
      key: 'd',
      help: 'Mark a shipped order as delivered',
    },
    cancel: { customer: 'phone-us', list: 'yes', detail: 'yes' },
    isOpen: true,
    awaitsDispatch: false,
    trackerNotice: null,
    receiptTitle: 'Order confirmation',
  },
  delivered: {
    label: 'Delivered',
    step: null,
    // A delivered order can be cancelled only on its own page.
    cancel: { customer: 'no', list: 'no', detail: 'yes' },
    isOpen: false,
    awaitsDispatch: false,
    trackerNotice: null,
    receiptTitle: 'Receipt',
  },
  cancelled: {
    label: 'Cancelled',
    step: null,
    cancel: { customer: 'no', list: 'no', detail: 'no' },
    isOpen: false,
    awaitsDispatch: false,
    trackerNotice: messages.orderCancelled,
    receiptTitle: 'Cancelled order',
  },
}

const eachStatus = <Fact>(read: (facts: OrderStatusFacts) => Fact) =>
  Object.fromEntries(ORDER_STATUSES.map((status) => [status, read(FACTS[status])])) as Record<
    OrderStatus,
    Fact
  >

export const orderStatusLabels = eachStatus(({ label }) => label)
export const NEXT_STATUS = eachStatus(({ step }) => step?.to ?? null)

/** The step to the next status; null if there is none. */
export const nextStatusAction = (status: OrderStatus): OrderStep | null => FACTS[status].step

export const cancelPermission = (screen: CancelContext, status: OrderStatus): CancelPermission =>
  FACTS[status].cancel[screen]

export const isOrderOpen = (status: OrderStatus): boolean => FACTS[status].isOpen
export const awaitsDispatch = (status: OrderStatus): boolean => FACTS[status].awaitsDispatch
export const receiptTitle = (status: OrderStatus): string => FACTS[status].receiptTitle
export const trackerNotice = (status: OrderStatus): string | null => FACTS[status].trackerNotice

/** Empty for a status that is shown instead of the tracker. */
export function trackerSteps(status: OrderStatus) {
  const steps = ORDER_STATUSES.filter((name) => trackerNotice(name) === null)
  const currentIndex = steps.indexOf(status)
  if (currentIndex < 0) return []
  return steps.map((name, index) => ({
    name,
    isDone: index <= currentIndex,
    isCurrent: index === currentIndex,
  }))
}
