import { ownTextPage } from '#features/content/layout/own-text.server.ts'

export const { loader } = ownTextPage('faq')
