/** Pages whose texts the owner can write. */
export const TEXT_PAGES = {
  about: '/about',
  'shipping-policy': '/shipping-policy',
  'returns-refunds': '/returns-refunds',
  terms: '/terms',
  faq: '/faq',
  'organic-importance': '/organic-importance',
  privacy: '/privacy',
} as const
export type TextPage = keyof typeof TEXT_PAGES
export const TEXT_PAGE_NAMES = Object.keys(TEXT_PAGES) as TextPage[]

export type ContentPage = 'home' | TextPage
export const CONTENT_PAGES: readonly ContentPage[] = ['home', ...TEXT_PAGE_NAMES]
export const isContentPage = (page: string): page is ContentPage =>
  (CONTENT_PAGES as readonly string[]).includes(page)
export const contentPagePath = (page: ContentPage): string => (page === 'home' ? '/' : TEXT_PAGES[page])

/** The texts of the home page and their maximum lengths. An empty text shows the standard one. */
export const HOME_TEXT_LENGTHS = {
  hero_eyebrow: 60,
  hero_title: 60,
  hero_lead: 240,
  hero_button: 30,
  why_title: 120,
  why_text: 2_000,
  why_link: 40,
} as const
export type HomeTextField = keyof typeof HOME_TEXT_LENGTHS
export const HOME_TEXT_FIELDS = Object.keys(HOME_TEXT_LENGTHS) as HomeTextField[]
export type HomeTexts = Partial<Record<HomeTextField, string>>

export const MAX_TEXT_LENGTH = 20_000
/** The stored texts; without `text`, the page shows the standard text. */
type PageTexts = {
  text?: string
  /** Whether the standard sections are shown below the text; sections required by law always are. */
  keeps_standard?: boolean
}

export type StoredTexts = HomeTexts & PageTexts
/** The newest version of each page that has one. */
export type OwnTexts = Partial<Record<ContentPage, StoredTexts>>
