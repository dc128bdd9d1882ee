import { messages } from '#shop/messages/messages.ts'

/** As its customer reads it. */
export const cancelledByLabel = (actor: 'customer' | 'admin'): string => (actor === 'admin' ? messages.cancelledByUs : messages.cancelledByYou)
