import type { ContentPage, HomeTextField } from './content-pages.ts'

export const contentPageLabels: Readonly<Record<ContentPage, string>> = {
  home: 'Home page',
  about: 'Our Story',
  'shipping-policy': 'Shipping policy',
  'returns-refunds': 'Returns and refunds',
  terms: 'Terms of sale',
  faq: 'Frequently asked questions',
  'organic-importance': 'Why organic matters',
  privacy: 'Privacy',
}

export const homeTextLabels: Readonly<Record<HomeTextField, string>> = {
  hero_eyebrow: 'Small line above the heading',
  hero_title: 'Heading',
  hero_lead: 'Sentence below it',
  hero_button: 'Button',
  why_title: 'Heading',
  why_text: 'Text',
  why_link: 'Button to Our Story',
}

/** Text that a page always shows, with the law that requires it. */
export type FixedPart = { title: string; law: string }
export const FIXED_PARTS: Readonly<Partial<Record<ContentPage, readonly FixedPart[]>>> = {
  'shipping-policy': [
    {
      title: 'What delivery costs, how long it takes, where you deliver, and how shoppers pay at the door',
      law: 'The Consumer Contracts Regulations 2013 (schedule 2) want the whole price, the time of delivery and the ways to pay to be told before an order. They follow your settings.',
    },
  ],
  'returns-refunds': [
    {
      title: 'The right to cancel within 14 days, with the model form',
      law: 'Consumer Contracts Regulations 2013, regulations 27 to 38 and schedule 3. For a shopper who is not told of it, the 14 days become up to a year longer.',
    },
    {
      title: 'Damaged, faulty or wrong goods',
      law: 'Consumer Rights Act 2015. You have to remind shoppers that goods must be as described, and nothing you write can take that right away.',
    },
    {
      title: 'How shoppers get their money back',
      law: 'Consumer Contracts Regulations 2013, regulation 34: within 14 days, by the means they paid with, without a fee.',
    },
  ],
  terms: [
    {
      title: 'Who shoppers buy from',
      law: 'Consumer Contracts Regulations 2013, regulation 13: name, address and phone number, before an order. They come from your settings.',
    },
  ],
  privacy: [
    {
      title: 'What is kept in the browser',
      law: 'Privacy and Electronic Communications Regulations 2003, regulation 6: everything that a shop stores on a device is to be told. The list is made by the software.',
    },
    {
      title: 'What you hold about people, who sees it, how long you keep it, and their rights',
      law: 'UK GDPR, article 13: to be told when somebody gives you their data. It describes what this software stores.',
    },
    {
      title: 'Who is responsible, and where to complain',
      law: 'UK GDPR, articles 13 and 14. Name and address come from your settings.',
    },
  ],
}

export const contentMessages = {
  title: 'Texts and pictures',
  link: 'Write your texts and choose your pictures',
  what: 'What your pages say. Shoppers see what you save at once, on every page.',
  pagesTitle: 'Texts',
  picturesTitle: 'Pictures',
  picturesLink: 'Logo and picture of the home page',
  picturesLead: 'In the place of the ones that come with the shop.',
  standardText: 'The text that comes with the shop',
  standardTextOfDemonstration: 'The text of the demonstration, as long as the shop has its name',
  savedBy: (who: string, when: string): string => `Your text, saved ${when} by ${who}`,
  formerAdministrator: 'somebody who no longer works here',
  view: 'See the page',
  lead: 'Empty, and the page shows the text that comes with the shop.',
  homeLead: 'What you leave empty shows the text that comes with the shop.',
  heroTitle: 'At the top',
  whyTitle: 'At the foot',
  text: 'Your text',
  writeTitle: 'Write',
  faqHint: 'A heading with ### is a question that opens; one with ## begins a new group.',
  whyHint: 'Paragraphs, lists, links and bold, as in the other texts',
  backToText: 'Back to your text',
  keepsStandard: 'Show the text that comes with the shop below mine',
  keepsStandardHint: 'What is listed under “Always shown” is shown in any case.',
  fixedTitle: 'Always shown on this page',
  fixedEverywhere: 'Who you are, your address and how to reach you',
  fixedEverywhereLaw:
    'Electronic Commerce Regulations 2002, regulation 6, at the foot of every page. It comes from your settings.',
  helpTitle: 'How to write',
  help: [
    ['## Where we come from', 'A heading. With ### it is a smaller one.'],
    ['An empty line', 'Begins a new paragraph.'],
    ['- Black pepper', 'A line of a list. With 1. it is numbered.'],
    ['**by hand**', 'Bold.'],
    [
      '[our shop](/products)',
      'A link. The address begins with https://, mailto:, tel: or, in your own shop, with /.',
    ],
  ],
  helpNot: 'Pictures and HTML do not work here: they would be shown as you typed them.',
  tools: 'Formatting',
  toolHeading: 'Heading',
  toolList: 'List',
  toolNumbers: 'Numbered list',
  toolLink: 'Link',
  toolBold: 'Bold',
  preview: 'Preview',
  previewTitle: 'Preview',
  previewLead: 'Nothing is saved yet. This is what shoppers would see.',
  previewEmpty: 'The page would show the text that comes with the shop.',
  previewStandard: 'Below it follows the text that comes with the shop.',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Saved. Shoppers see it now.',
  restored: (version: number): string => `Version ${version} is shown again.`,
  notFound: 'This page or version does not exist. Please reload the page.',
  changedMeanwhile:
    'Somebody else saved this page while you wrote. Nothing of yours is saved yet: compare with what is shown now, then save again.',
  pictureChangedMeanwhile:
    'Somebody else changed this picture meanwhile. Yours is not saved: look at the new one, then choose again.',
  currentText: 'What is shown now',
  versionsTitle: 'Versions',
  versionsLead: 'Every save stays here. Bringing one back makes it the newest, and loses none.',
  noVersions: 'Nothing of yours has been saved yet.',
  version: (version: number): string => `Version ${version}`,
  versionOf: (version: number): string => `Version ${version}, brought back`,
  isCurrent: 'shown now',
  look: 'Look at it',
  restore: 'Bring it back',
  restoring: 'Bringing back...',
  emptyVersion: 'Empty: the page showed the text that comes with the shop.',
  logoTitle: 'Logo',
  noLogo: 'None yet: your name stands in its place.',
  logoFile: 'File of the logo',
  logoHint:
    'A PNG with a transparent background looks best; JPEG, WebP and AVIF work too. An SVG is not taken, because it can carry scripts: save it as a PNG.',
  saveLogo: 'Save the logo',
  removeLogo: 'Use the name instead',
  heroPictureTitle: 'Picture of the home page',
  noHeroPicture: 'None yet: the picture that comes with the shop stands there.',
  heroFile: 'File of the picture',
  heroHint:
    'Three parts wide to two high, best 1600 pixels wide or more; of another shape the middle is shown. JPEG, PNG, WebP or AVIF.',
  heroHintKeep:
    'Leave it empty to keep the picture. Three parts wide to two high; of another shape the middle is shown.',
  heroAlt: 'What the picture shows',
  heroAltHint:
    'For people who cannot see it, like “A table with six bowls of spices”. Empty, if it only decorates.',
  saveHeroPicture: 'Save the picture',
  removeHeroPicture: 'Use the picture of the shop instead',
  savingPicture: 'Saving...',
  tooLong: (label: string, max: number): string => `${label} must be ${max} characters or fewer`,
  refusedLink: (address: string): string =>
    `The link to “${address}” is not possible. Begin it with https://, mailto:, tel: or /`,
} as const
